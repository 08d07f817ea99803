"""The words by which people name what their men are to do, beside those of the order language: verbs without
the ending of "he", each under the deed that it means. A * stands for "the", "your", "his", "their" or
nothing.
"""

from __future__ import annotations

ATTACK = """
    attack, atk, att, fight, strike, hit, assault, engage, smash, keep hitting, keep attacking, keep on
    hitting, keep on attacking, keep fighting, fight on, fight on against, fight against, clobber,
    thrash, bash, bash at, hack, hack at, slash at, stab at, cut at, skewer, duel, whack, maul, pummel,
    wallop, have a go at, have a go, lay into, tear into, pile into, pitch into, set about, go at, swing
    at, strike at, hit at, lunge at, tackle, press, help attack, help hit, join the attack on, join in
    on, join in against, join in attacking, join in the attack on, keep pressing, keep up the attack on,
    continue to attack, continue attacking, continue the fight with, continue the fight against,
    continue to fight, carry on attacking, carry on fighting, carry on with, carry on against, melee, go
    on hitting, go on attacking, go on fighting, make an attack on, launch an attack on, throw himself
    at, throw himself on, hurl himself at, give battle to, attack against, make the end of, make an end
    of, put an end to, hammer, hammer at, pound, batter at, try to hit, try an attack on, strike out at,
    stay on, keep on, remain on, stay at, give it to, turn on, turn against, go on with, see off,
    against
"""
STRIKE = """
    kill, slay, finish off, finish, take on, take out, take down, bring down, go for, go after, go get,
    go and get, go and kill, cut down, stab, take, gang up on, keep at, keep at it against, keep at it
    with, get, murder, destroy, dispatch, despatch, do in, do for, eliminate, polish off, rush, rush at,
    see to, make short work of, put down, try to kill, try to finish, try to finish off, try and kill,
    try and finish, help kill, help finish, cut, help finish off, help take out, concentrate on, focus
    on
"""
FIRE = """
    fire, shoot, sling, aim, target, loose, let fly, let fly at, let loose at, take a shot, take a shot
    at, have a shot at, have a shot, try a shot at, try a shot, keep shooting, keep firing, keep on
    shooting, keep on firing, switch to, switch target to, switch fire to, continue to fire, continue to
    shoot, continue firing, continue shooting, carry on shooting, carry on firing, go on shooting,
    pick off, pepper, snipe, snipe at, pelt, throw, throw at, hurl, hurl at, lob, chuck, throw *javelin, throw
    *javelins, throw a javelin, throw another javelin, throw one javelin, hurl *javelin, hurl a javelin,
    throw *lance, throw a lance, hurl *lance, throw *spear, throw a stone at, sling a stone at, sling
    stones at, put an arrow in, put an arrow into, put arrows into, put one into, put one in, send an
    arrow at, send an arrow into, send arrows at, concentrate fire on, focus fire on, take aim at, aim
    for, aim his bow at, volley, try to shoot, try and shoot, try to hit with an arrow, draw on, plug,
    pot, pot at, harass, change target to, change target, change to, change targets to, missiles on,
    missiles at, arrows on, arrows at, javelins on, javelins at, bows on, use *bow on, use *bow against,
    lance
"""
CHARGE = """
    charge, charge at, charge into, gallop at, gallop into, gallop, ride down, trample, run down, ride
    over, charge home on, make a charge at, make a charge on
"""
GO = """
    move, go, walk, run, ride, step, march, head, mv, hurry, rush, advance, get, limp, hobble, crawl,
    close in, close up, come, dash, sprint, jog, trot, canter, race, hasten, scurry, scamper, creep,
    sneak, slip, stroll, wander, shuffle, sidle, edge, push on, press on, press forward, push forward,
    proceed, continue, carry on, keep going, keep moving, move on, move up, go up, step up, come up, run
    up, make for, make his way, make their way, make your way, swing, circle, ride on, go on, take
    position, take a position, take up position, take up a position, take post, take *place, take
    station, position, reposition, relocate, shift, redeploy, line up, form up, cross, cross over,
    occupy, seize, take, grab, secure, stand, go and stand, go stand, come and stand, place
    himself, place yourself, place themselves, put himself, put yourself, put themselves, plant himself,
    position himself, post himself, get himself, bring, set off, set out, work his way, work their way,
    move closer, go closer, come closer, step closer, walk closer, run closer, ride closer, move nearer,
    go nearer, come nearer, move onward, go onward, walk onward, ride onward, march onward,
    go forward, gallop, charge forward, come forward, step forward, ride forward, come along, leave for,
    make a run, make a dash, travel, enter, steal, leg it, scoot, nip, pop, swing round, ride round, go
    round, walk round, jump, jump out, hop, bolt, cut across, wade, wade across, ford, splash, form a
    line, take up a line, line up on, make a line, form a wall, make a wall, form a screen, make a screen
"""
JOIN = """
    join, form up on, fall in with, form up beside, follow, reinforce, go help, go and help, go to help,
    run to help, hurry to help, rush to help, go with, stick with, stick to, accompany, tail, trail,
    keep up with, catch up with, approach, link up with, team up with, rejoin, stand by, close with,
    close on, close in on, come to the help of, go to the help of, come to the aid of, go to the aid of,
    come to help, come and help, close up to, draw near, draw near to, stay close to, keep close to,
    stay near, keep near, stay beside, keep beside, stay with, remain with, stay next to, keep next to,
    chase, pursue, follow up behind, stand with, surround, gather around, gather round, stand around,
    close around, go along with, tag along with, come along with, march with, ride with, walk with, run
    with, move with, meet, meet up with
"""
LEAVE = """
    pull back, pull out, back, back off, back out, back up, get out, get out of there, get away, get
    back, break contact, break off, disengage, return, come back, go back, retire, fall back, run back,
    retreat, withdraw, ride back, walk back, step back, move back, flee, run away, drop back, step
    aside, move away, ride away, walk away, pull away, ride off, hurry back, break away, clear out, slip
    away, slip back, limp back, jog back, trot back, crawl back, hobble back, head back, make his way
    back, get clear, get himself back, get out of here, come away, go away, step away,
    get himself away, go home, leave off
"""
STAY = """
    stay, hold, wait, remain, stand, halt, stop, sit tight, keep still, stand fast, do nothing, rest,
    stay put, stay here, stand still, stay back, hold *position, hold *ground, hold *place, hold *line,
    keep *place, keep *position, keep *ground, stand firm, stand *ground, hold firm, hold fast, hold on,
    hold here, stay still, stay in place, stay in reserve, stay in *place, idle, take a rest, take a
    breather, keep put, sit, sit still, remain still, wait here, wait there, hold out, hang on, hold
    steady, keep steady, stand pat, stay home, stand by, hang back, hang around, keep in reserve, stand
    ready, stay ready, hold *post, stay at *post, keep *post, keep back, left where he is, left there,
    be left, left alone, stay as he is, defend himself, defend yourself
"""
HOLD_FIRE = """
    hold *fire, save *arrows, keep *arrows, save *stones, save *shots, save *ammunition, keep *javelins,
    save *javelins, save *javelin, spare *arrows
"""
TURN = """
    turn, face, wheel, pivot, look, turn round, turn on the spot, swing round, turn around on the spot,
    wheel right, wheel left, wheel round, turn to face, turn around, turn *horse, look towards, look
    toward, wheel about, rotate, face about, swing to face, spin round
"""
LIGHT = """
    light, torch, burn, ignite, set fire to, set alight, put fire to, burn down, set on fire, kindle,
    set fire, set, put a torch to, put the torch to, put *torch to, start a fire at, start a fire in,
    start a fire
"""
CARRY = """
    take *ladder, carry *ladder, bring *ladder, move *ladder, grab *ladder, get *ladder, lug *ladder,
    haul *ladder, run with *ladder, go with *ladder, pick up *ladder, bring up *ladder, take up *ladder,
    bring *ladder up, carry *ladder up, carry *ladder on, carry *ladder over, drag *ladder, fetch
    *ladder, shoulder *ladder, carry it, bring it, take it, pick it up, pick up *ladder and carry it,
    take up *ladder and carry it, pick up *ladder and bring it, take *ladder and carry it, take *ladder
    and bring it, take up *ladder and bring it, grab *ladder and carry it, lift *ladder and carry it,
    get *ladder and carry it, advance with *ladder, march with *ladder, walk with *ladder, move with
    *ladder, hurry with *ladder, rush with *ladder, come with *ladder, rush *ladder
"""
RAISE = """
    raise *ladder, put *ladder, put up *ladder, set up *ladder, lean *ladder, set *ladder, place
    *ladder, raise it, put it up, put it, lean it, set it up, raise, put *ladder up, set *ladder up,
    stand *ladder up, prop *ladder, prop up *ladder, prop it, erect *ladder, get *ladder up, prop
    *ladder up, throw up *ladder
"""
LAY = """
    lay *ladder, drop *ladder, lay down *ladder, put down *ladder, leave *ladder, set down *ladder, lay
    it, drop it, lay it down, put it down, leave it, put *ladder down, lay *ladder down, let go of
    *ladder
"""
CLIMB = """
    climb, climb up, climb *ladder, climb *rope, climb *ropes, climb it, go up *ladder, go up *rope, go
    up *ropes, climb up *ladder, climb up *rope, climb up *ropes, mount *ladder, scale the wall, scale
    *ladder, swarm up *rope, swarm up *ladder, shin up *rope, climb the wall, climb up the wall, run up
    *ladder, scramble up *ladder, scramble up *rope
"""
THROW = """
    throw *grapnel, throw *grapnels, throw *hook, throw *hooks, throw *rope, throw *ropes, try *hook,
    try *grapnel, try *hooks, try *grapnels, cast *grapnel, cast *hook, hurl *grapnel, hurl *hook, throw
    a grapnel, throw a hook, fling *hook, fling *grapnel, toss *hook, toss *grapnel, try with *hook, try
    with *grapnel, try *rope, hook, grapnel
"""

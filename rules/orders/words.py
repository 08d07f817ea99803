"""The words that have a meaning in the order language, apart from its verbs; a name is never
guessed from one."""

from __future__ import annotations

_WORDS = """
    he she they we you
    a about about-face above adjacent after alone also always an and another anybody anyone anything archer
    archers armored armoured around as at attack away back backward backwards be behind best better body
    bodies but by carcass carries carry cavalry corpse corpses cover dead dismount dismounted do dont down
    downed drop each else empty enemies enemy every exit exits extra face facing fight fire fired first foe
    foes foot for free from front go goes go half halt has healthy heavy her here hex hexes hold him his horse
    horses horsemen hurt if in infantry into is isnt it its killed knocked lance lead leader leaders leads
    least leave leaves left light long lying man march medium men mount mounted move moves moving near nearest
    never next no nobody none north north-east north-west northeast northwest not now occupied of on once one
    only or other otherwise out over path pivot please point range ready rear remain remains rider riders
    right second separately shoot shot short singly so someone south south-east south-west southeast southwest
    stand standing stands stay stays still stop stops strike stunned taken target tested that the their them
    then third through time times to together toward towards turn turning turns there twice unarmored
    unarmoured unhurt unless until unwounded up upright using via walk was wasnt weakest well when while who
    whole will with within without wound wounded wounds
    n ne nw s se sw e w att mov everybody everyone all
    assault assaults atk back-off charge charges countercharge counter-charge countercharges counter-charges
    counter counters gallop gallops via percent along through drag drags drop drops face faces
    fires fights attacks attacking strikes hit hits follow gives give ground guard guards halts
    haul hauls holds hurl hurls injure injures intercept intercepts loose looses marches mount mounts
    dismounts mv oppose opposes bar bars overwatch pursue pursues retreat retreats rides ride run
    runs shift shifts shoots sneak sneaks step steps throw throws wait waits walks watch
    watches watching withdraw withdraws advance advances fall falls remount remounts covers pivots abouts
    backs mvs atks
    frees release releases unbind unbinds untie unties
    light lights ignite ignites kindle kindles douse douses extinguish extinguishes quench quenches flame
    flames burn burns burning flaming arrow arrows crew push pushes shove shoves engine manned worked work set
    sets put puts form forms formed formation formations tortoise foulkon testudo turtle break breaks dissolve
    dissolves disband disbands refuse refuses evade evades combat risk
    climb climbs descend descends ladder ladders rope ropes grapnel grapnels hook raise raises lay lays topple
    topples coil coils cut cuts pull pulls sever severs bring brings take takes overturn overturns grapnels
    hooks shelter shelters tear tears rip rips slash slashes canvas tent tents open opens close closes shut
    shuts lower lowers gate gates afterwards thereafter arc before charging clear coming during each enter
    entering enters every friends frontal keep keeping keeps leaving long onward onwards out per reserve save
    saving starting thrice till times turns two three four whenever without javelin javelins
    any when soon evacuate evacuates escape escapes
    place places placed deploy deploys station stations edge
"""

# Words that people use for what to do; none is a slip of the keyboard for a verb that looks like it.
_NO_SLIPS = """
    torch torches sling slings aim aims join joins kill kills kick kicks kiss stab stabs stare stares track
    tracks switch switches
    wink look looks hunt hunts hurt hurts lose loses mark marks trade trades wheel wheels
"""
NO_SLIPS = frozenset(_NO_SLIPS.split())

KEYWORDS = frozenset(_WORDS.split())

# Short words of every day that nobody uses to cut a name short: "runs too far" speaks of no Farid.
_EVERY_DAY = """
    far man men mans are arm ask bad bit can car did due end eye few get gone good got had has hat let lad low
    may more most much must nice nor off old our own pass rest same saw say see set she side since sir six
    some such sure tell ten than these this those time too use very was way were what why yes yet your harm
    hard been big both could done ever fast find fine full gets give hand keep kids kind know last late less
    like line lot make many mean mind need nice next only over part plan play quite said seen send show tall
    team than thanks turn wants went win wins won yeah year
"""
NO_NAMES = frozenset(_EVERY_DAY.split())

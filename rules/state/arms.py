"""What a man is without arms, and with them again (GUC-14.8e)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.state.figure import Arms, Character, Faces, Values


def disarmed(man: Character, defence: int) -> Character:
    """He strikes nobody, has only so much defence on all faces, and neither armour nor anything to throw or
    shoot (RUL-1277)."""
    arms = Arms(man.faces, man.armoured, man.weapon, man.lance, man.hoplite)
    faces = Faces(**{
        name: Values(0, defence, face.movement)
        for name in Faces.__struct_fields__
        if (face := getattr(man.faces, name)) is not None
    })  # fmt: skip
    return replace(man, faces=faces, armoured=False, weapon="", lance=False, hoplite=False, lacks=arms)


def rearmed(man: Character) -> Character:
    """His counter as it was. Nothing changes for somebody who has his arms."""
    arms = man.lacks
    if arms is None:
        return man
    return replace(
        man,
        faces=arms.faces,
        armoured=arms.armoured,
        weapon=arms.weapon,
        lance=arms.lance,
        hoplite=arms.hoplite,
        lacks=None,
    )

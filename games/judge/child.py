"""The program that judges one position: the file comes in, a JSON object a line goes out.

A process of its own, so that nothing that somebody writes takes longer or eats more than it may: the kernel
ends it. Its arguments are seconds of CPU time, bytes of memory, bytes that it may say, the language of the
report, and "pictures" where the board is wanted too.
"""

from __future__ import annotations

import resource
import sys

import msgspec

from rules import engine

TOO_MUCH = 3
"""The code that it ends with where it ran out of room."""


def main() -> None:
    seconds, memory, room = (int(argument) for argument in sys.argv[1:4])
    language, pictures = sys.argv[4], "pictures" in sys.argv[5:]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    encode = msgspec.json.Encoder().encode
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        for found in engine.judge(text, pictures=pictures, language=language):
            line = encode(found) + b"\n"
            room -= len(line)
            if room < 0:
                sys.exit(TOO_MUCH)
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
    except MemoryError:
        sys.exit(TOO_MUCH)


if __name__ == "__main__":
    main()

"""The program that judges one position: the file comes in, a JSON object a line goes out.

A process of its own, so that nothing that somebody writes takes longer or eats more than it may: the kernel
ends it. Its arguments are seconds of CPU time and bytes of memory.
"""

from __future__ import annotations

import resource
import sys

import msgspec

from rules import engine


def main() -> None:
    seconds, memory = (int(argument) for argument in sys.argv[1:3])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    encode = msgspec.json.Encoder().encode
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    for found in engine.judge(text):
        sys.stdout.buffer.write(encode(found) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

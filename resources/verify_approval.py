#!/usr/bin/env python3
"""Checks an approval file by itself; needs Python 3.9 or later and nothing else. It reads the file and writes nothing.

Written from docs/approval-format.md alone; section numbers below are that page's. Whether a signature counts is decided where
the request waits. Usage: python3 verify_approval.py <file>
"""

import base64
import binascii
import hashlib
import json
import os
import re
import stat
import sys

# --- Ed25519 (RFC 8032, section 5.1), verification only ---------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0:
        return None
    return P - x if x & 1 != sign else x


def decompress(data):
    number = int.from_bytes(data, "little")
    y, sign = number & ((1 << 255) - 1), number >> 255
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return (i * j % P, k * m % P, j * k % P, i * m % P)


def multiply(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(message, signature, public_key):
    point = decompress(public_key)
    nonce = decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if point is None or nonce is None or scalar >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % L
    left = multiply(scalar, BASE)
    right = add(nonce, multiply(challenge, point))
    same_x = (left[0] * right[2] - right[0] * left[2]) % P == 0
    return same_x and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- What a text may be (section 1) ------------------------------------------------------------------------------------------

MOST_BYTES = 262144
MOST_SAFE = 2**53 - 1
HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
PERSON = "p-[0-9a-f]{16}"
HEX = "[0-9a-f]{64}"


class Refused(Exception):
    def __init__(self, word, sentence):
        super().__init__(sentence)
        self.word, self.sentence = word, sentence


def form(what):
    return Refused("form", what + " is not of the form")


def units(text):
    """UTF-16 code units, which order texts and count their length."""
    return text.encode("utf-16-be", "surrogatepass")


def is_text(value, least, most):
    return isinstance(value, str) and least <= len(units(value)) // 2 <= most


def is_number(value, least, most=MOST_SAFE):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def matches(value, pattern):
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def has(value, names):
    return isinstance(value, dict) and list(value) == names


def is_ascending(texts):
    return all(units(a) < units(b) for a, b in zip(texts, texts[1:]))


def refuse_number(text):
    raise ValueError(text + " is not a whole number")


def number_in(text):
    if abs(int(text)) > MOST_SAFE:
        raise ValueError(text + " is rounded by others")
    return int(text)


def value_in(text):
    """The value of a JSON text that is written without blanks, its names as they stand; None where it is none."""
    try:
        value = json.loads(text, parse_int=number_in, parse_float=refuse_number, parse_constant=refuse_number)
        written = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        return None
    return value if written == text else None


def canonical(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def base64_of(text, length):
    if not isinstance(text, str):
        return None
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    return data if len(data) == length and base64.b64encode(data).decode("ascii") == text else None


# Points of small order: in the name of such a key anybody signs. Without the sign bit.
WEAK = {
    "00" * 32,
    "01" + "00" * 31,
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ec" + "ff" * 30 + "7f",
    "ed" + "ff" * 30 + "7f",
    "ee" + "ff" * 30 + "7f",
}


def is_weak(key):
    return (key[:31] + bytes([key[31] & 0x7F])).hex() in WEAK


# --- The file (section 2) ----------------------------------------------------------------------------------------------------

FIELDS = ["approval", "approvers", "author", "connection", "digest", "expiresAt", "format", "log", "needs", "readAt"]
FIELDS += ["request", "seen", "signatures", "statements", "v"]


def is_one(value):
    return is_number(value, 1, 1)


def file_in(data):
    if len(data) > MOST_BYTES:
        raise form("its length")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise form("its text") from None
    if not text.endswith("\n"):
        raise form("its text")
    file = value_in(text[:-1])
    try:
        is_only = file is not None and canonical(file) == text[:-1]
    except (ValueError, TypeError, RecursionError):
        is_only = False
    if not is_only:
        raise form("its text")
    holds = (
        has(file, FIELDS)
        and matches(file["approval"], "ap-[0-9a-f]{16}")
        and has(file["author"], ["id", "name"])
        and matches(file["author"]["id"], PERSON)
        and is_text(file["author"]["name"], 1, 60)
        and is_text(file["connection"], 1, 200)
        and matches(file["digest"], HEX)
        and is_number(file["expiresAt"], 0)
        and file["format"] == "paydesk-approval"
        and matches(file["log"], "[0-9a-f]{32}")
        and is_number(file["needs"], 1, 2)
        and is_number(file["readAt"], 0)
        and is_text(file["request"], 0, 100000)
        and is_text(file["seen"], 0, 10000)
        and is_number(file["statements"], 1, 1000000)
        and is_one(file["v"])
    )
    if not holds or not isinstance(file["approvers"], list) or not isinstance(file["signatures"], list):
        raise form("a field")
    if not 1 <= len(file["approvers"]) <= 200:
        raise form("the approvers")
    for one in file["approvers"]:
        if not has(one, ["id", "key", "name"]) or not matches(one["id"], PERSON):
            raise form("an approver")
        if base64_of(one["key"], 32) is None or not is_text(one["name"], 1, 60):
            raise form("an approver")
    if len(file["signatures"]) > 100:
        raise form("the signatures")
    for one in file["signatures"]:
        if not has(one, ["body", "signature"]) or not is_text(one["body"], 0, 4000) or not is_text(one["signature"], 0, 88):
            raise form("a signature")
    if not is_ascending([one["id"] for one in file["approvers"]]):
        raise form("the order of the approvers")
    if not is_ascending([one["body"] for one in file["signatures"]]):
        raise form("the order of the signatures")
    return file


# --- The request (section 3) -------------------------------------------------------------------------------------------------

REQUEST = ["v", "service", "connection", "endpoint", "operation", "orderid", "replaces", "isFull", "amount", "fields"]


def is_amount(amount):
    if amount is None:
        return True
    if not isinstance(amount, list) or len(amount) != 3:
        return False
    return matches(amount[0], "[1-9][0-9]{0,17}") and matches(amount[1], "[A-Z]{3}") and is_number(amount[2], 0, 6)


def request_in(file):
    request = value_in(file["request"])
    holds = (
        has(request, REQUEST)
        and is_one(request["v"])
        and is_text(request["service"], 1, 2000)
        and is_text(request["connection"], 1, 64)
        and is_text(request["endpoint"], 0, 128)
        and is_text(request["operation"], 1, 64)
        and is_text(request["orderid"], 0, 128)
        and (request["replaces"] is None or is_text(request["replaces"], 0, 128))
        and isinstance(request["isFull"], bool)
        and is_amount(request["amount"])
        and isinstance(request["fields"], list)
        and len(request["fields"]) <= 200
    )
    if not holds:
        raise form("the request")
    for one in request["fields"]:
        if not isinstance(one, list) or len(one) != 2 or not is_text(one[0], 1, 128) or not is_text(one[1], 0, 65536):
            raise form("the request")
    if not is_ascending([name for name, _ in request["fields"]]):
        raise form("the request")
    return request


def seen_in(file):
    if file["seen"] == "":
        return []
    seen = value_in(file["seen"])
    if not isinstance(seen, list) or len(seen) < 5:
        raise form("the order as seen")
    amount = seen[3]
    is_money = amount is None or (
        isinstance(amount, list)
        and len(amount) == 2
        and matches(amount[0], "-?[0-9]{1,18}")
        and isinstance(amount[1], str)
    )
    others = seen[:3] + seen[4:]
    if not is_money or not all(isinstance(one, str) for one in others):
        raise form("the order as seen")
    return others + (amount or [])


# --- Signatures (sections 4 and 5) -------------------------------------------------------------------------------------------

SIGNED = ["v", "log", "approval", "digest", "author", "seen", "expiresAt", "statements", "by", "at"]


def signer_of(file, signed):
    said = value_in(signed["body"])
    holds = (
        (has(said, SIGNED) or (has(said, SIGNED + ["file"]) and matches(said["file"], HEX)))
        and is_one(said["v"])
        and all(is_text(said[name], 0, 64) for name in ("log", "approval", "digest", "author"))
        and is_text(said["seen"], 0, 10000)
        and is_number(said["expiresAt"], 0)
        and is_number(said["statements"], 1, 1000000)
        and matches(said["by"], PERSON)
        and is_number(said["at"], 0)
    )
    data = base64_of(signed["signature"], 64)
    if not holds or data is None:
        raise Refused("signature", "a signed text is not of the form")
    signer = next((one for one in file["approvers"] if one["id"] == said["by"]), None)
    if signer is None:
        raise Refused("signature", "a signature is by nobody whom the file names")
    names = [("log", "log"), ("approval", "approval"), ("digest", "request"), ("expiresAt", "time")]
    for name, what in names:
        if said[name] != file[name]:
            raise Refused("signature", "a signature is for another " + what)
    if said["author"] != file["author"]["id"]:
        raise Refused("signature", "a signature is for another author")
    if said["at"] >= said["expiresAt"]:
        raise Refused("signature", "a signature is too late")
    if said["statements"] > file["statements"]:
        raise Refused("signature", "a signature is for another list of people")
    text = ("paydesk approval 1\n" + signed["body"]).encode("utf-8")
    if not is_signed(text, data, base64_of(signer["key"], 32)):
        raise Refused("signature", "a signature is not by the key of its signer")
    return signer


def check_bytes(data):
    """The file and whoever signed it; raises Refused."""
    file = file_in(data)
    if len({one["key"] for one in file["approvers"]}) < len(file["approvers"]):
        raise Refused("people", "two people have one key")
    if any(one["id"] == file["author"]["id"] for one in file["approvers"]):
        raise Refused("people", "the author is among the approvers")
    request = request_in(file)
    texts = [file["author"]["name"], file["connection"]] + [one["name"] for one in file["approvers"]]
    texts += [request["operation"], request["orderid"], request["service"], request["endpoint"]]
    texts += [text for pair in request["fields"] for text in pair] + seen_in(file)
    if any(HIDDEN.search(text) for text in texts):
        raise Refused("hidden", "a text has signs that nobody sees")
    if hashlib.sha256(file["request"].encode("utf-8")).hexdigest() != file["digest"]:
        raise Refused("digest", "the digest is not of the request")
    if any(is_weak(base64_of(one["key"], 32)) for one in file["approvers"]):
        raise Refused("people", "a key is one that anybody signs with")
    signers = [signer_of(file, one) for one in file["signatures"]]
    return file, [one for one in file["approvers"] if one in signers]


def shown(text):
    return "".join(c if " " <= c <= "~" else "?" for c in text)


def read(path):
    """The bytes of a plain file, or None; of one that is too long as many as tell it."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return None


def main(arguments):
    data = read(arguments[0]) if len(arguments) == 1 else None
    if data is None:
        sys.stdout.write("uncheckable: give one file that can be read\n")
        return 4
    try:
        file, signed = check_bytes(data)
    except Refused as found:
        sys.stdout.write("%s: %s\n" % (found.word, found.sentence))
        return 2
    lines = ["holds: signed by %d of %d" % (len(signed), file["needs"])]
    for one in signed:
        fingerprint = hashlib.sha256(base64_of(one["key"], 32)).hexdigest()
        lines.append("signed by: %s %s" % (shown(one["name"]), fingerprint))
    lines += ["approval: " + file["approval"], "log: " + file["log"], "digest: " + file["digest"]]
    lines.append("expires: %d" % file["expiresAt"])
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

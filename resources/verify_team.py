#!/usr/bin/env python3
"""Checks exports of a team; needs Python 3.9 or later and nothing else. It reads the folders and writes nothing.

Two exports are held against each other: where both have a record of one place, it has to be the same. Written from
docs/team.md alone; section and step numbers below are that page's.
Usage: python3 verify_team.py <folder>... [--founder <fingerprint>] [--note <file>]...
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


# --- What a text may be (section 2) ------------------------------------------------------------------------------------------

CODES = {"intact": 0, "tampered": 2, "truncated": 3, "uncheckable": 4}
MOST_BYTES = 1024 * 1024 * 1024
MOST_BODY = 16384
MOST_NOTE = 65536
MOST_SAFE = 2**53 - 1


class Verdict(Exception):
    def __init__(self, word, sentence, bad=None):
        super().__init__(sentence)
        self.word, self.sentence, self.bad = word, sentence, bad


def at(record):
    return "record %d of %s" % (record["n"], record["desk"])


def tampered(why, record):
    return Verdict("tampered", "%s: %s" % (at(record), why), record)


def truncated(why, record):
    return Verdict("truncated", "%s: %s" % (at(record), why), record)


def uncheckable(sentence):
    return Verdict("uncheckable", sentence)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def shown(text):
    return "".join(c if " " <= c <= "~" else "?" for c in text)


def units(text):
    """UTF-16 code units, which count a text's length."""
    return len(text.encode("utf-16-be", "surrogatepass")) // 2


def is_text(value, least, most):
    return isinstance(value, str) and least <= units(value) <= most


def is_number(value, least):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST_SAFE


def matches(value, pattern):
    return isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None


def has(value, names):
    return isinstance(value, dict) and list(value) == names


def is_list(value, least, most, is_one):
    return isinstance(value, list) and least <= len(value) <= most and all(is_one(one) for one in value)


def refuse_number(text):
    raise ValueError(text + " is not a whole number")


def written(value, sort_keys):
    """As JavaScript writes it: a half of a surrogate pair as an escape."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=sort_keys)
    return re.sub("[\ud800-\udfff]", lambda found: "\\u%04x" % ord(found.group()), text)


def json_in(text):
    return json.loads(text, parse_float=refuse_number, parse_constant=refuse_number)


def body_in(data):
    """The value of a text that is written in its only form; None where it is none."""
    if len(data) > MOST_BODY:
        return None
    try:
        text = data.decode("utf-8")
        value = json_in(text)
        return value if written(value, True) == text else None
    except (ValueError, TypeError, RecursionError):
        return None


def base64_of(text, length=None):
    if not isinstance(text, str):
        return None
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    if base64.b64encode(data).decode("ascii") != text:
        return None
    return data if length is None or len(data) == length else None


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


def key_of(text):
    return base64.b64decode(text)


def is_weak(text):
    key = key_of(text)
    return (key[:31] + bytes([key[31] & 0x7F])).hex() in WEAK


DESK = "[a-z][a-z0-9-]{0,30}"
PERSON = "p-[0-9a-f]{16}"
HEX = "[0-9a-f]{64}"
DIGEST = "(?:[0-9a-f]{64})?"
TEAM = "[0-9a-f]{32}"
KEY = "[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]="
SIGNATURE = "[A-Za-z0-9+/]{85}[AQgw]=="
SEALED = "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"
APPROVAL = "approval/[0-9]{13}/[0-9a-f]{32}/ap-[0-9a-f]{16}/%s/%s" % (DESK, DESK)
STATES = ["NOT_SENT", "REJECTED", "SUCCEEDED", "DECLINED", "FAILED", "RESOLVED_BY_HAND"]
FIELDS = ["before", "desk", "epoch", "facts", "kind", "n", "prev", "team", "topic", "v", "version"]


def is_key(facts):
    return has(facts, ["key"]) and matches(facts["key"], KEY)


def is_person(facts):
    return has(facts, ["key", "name"]) and matches(facts["key"], KEY) and is_text(facts["name"], 1, 60)


def is_excuse(facts):
    return has(facts, ["reason"]) and is_text(facts["reason"], 1, 500)


def is_length(one):
    if not isinstance(one, list) or len(one) != 2:
        return False
    return matches(one[0], DESK) and is_number(one[1], 1)


def is_left(facts):
    if not has(facts, ["reason", "upTo"]) or not is_text(facts["reason"], 1, 500):
        return False
    if not is_list(facts["upTo"], 0, 300, is_length):
        return False
    return all(one[0] < other[0] for one, other in zip(facts["upTo"], facts["upTo"][1:]))


def is_head(head):
    if not isinstance(head, list) or len(head) != 3:
        return False
    return matches(head[0], DESK) and is_number(head[1], 1) and matches(head[2], HEX)


def is_beat(facts):
    if not has(facts, ["heads"]) or not is_list(facts["heads"], 1, 100, is_head):
        return False
    return all(one[0] < other[0] for one, other in zip(facts["heads"], facts["heads"][1:]))


def is_sign(facts):
    return has(facts, ["at"]) and is_number(facts["at"], 0)


def is_money(amount):
    if not isinstance(amount, list) or len(amount) != 2:
        return False
    return matches(amount[0], "[1-9][0-9]{0,17}") and matches(amount[1], "[A-Z]{3}")


def is_id(name):
    return matches(name, "[!-~]{1,64}")


def is_known(ids):
    return is_list(ids, 0, 100, is_id) and all(one < other for one, other in zip(ids, ids[1:]))


def is_claim(facts):
    if has(facts, ["amount", "at", "by", "known", "operation"]):
        if not is_known(facts["known"]):
            return False
    elif not has(facts, ["amount", "at", "by", "operation"]):
        return False
    return (
        (facts["amount"] is None or is_money(facts["amount"]))
        and is_number(facts["at"], 0)
        and is_text(facts["by"], 1, 60)
        and is_text(facts["operation"], 1, 64)
    )


def is_outcome(facts):
    return has(facts, ["state"]) and isinstance(facts["state"], str) and facts["state"] in STATES


def is_shown_facts(facts):
    return (
        has(facts, ["amount", "at", "id", "type"])
        and is_money(facts["amount"])
        and is_number(facts["at"], 0)
        and is_id(facts["id"])
        and is_text(facts["type"], 1, 64)
    )


def is_signer(one):
    return has(one, ["id", "signature"]) and matches(one["id"], PERSON) and matches(one["signature"], SIGNATURE)


def is_part(facts):
    if not has(facts, ["id", "reason", "signature"]) or not is_text(facts["reason"], 1, 500):
        return False
    return matches(facts["id"], PERSON) and matches(facts["signature"], SIGNATURE)


def is_release(facts):
    if not has(facts, ["people", "reason"]) or not is_text(facts["reason"], 1, 500):
        return False
    return is_list(facts["people"], 2, 10, is_signer)


def is_asked(facts):
    if not has(facts, ["sealed"]):
        return False
    sealed = facts["sealed"]
    return sealed is None or (is_text(sealed, 40, 15000) and matches(sealed, SEALED))


FACTS = {
    "founded": is_key,
    "joined": is_key,
    "person": is_person,
    "left": is_left,
    "present": lambda facts: has(facts, []),
    "excused": is_excuse,
    "beat": is_beat,
    "on": is_sign,
    "off": is_sign,
    "claim": is_claim,
    "outcome": is_outcome,
    "signed": is_part,
    "released": is_release,
    "shown": is_shown_facts,
    "approval": is_asked,
}


def is_body(value):
    return (
        has(value, FIELDS)
        and is_number(value["v"], 1)
        and value["v"] == 1
        and matches(value["team"], TEAM)
        and matches(value["desk"], DESK)
        and is_number(value["n"], 1)
        and matches(value["prev"], DIGEST)
        and is_text(value["topic"], 1, 2000)
        and is_number(value["version"], 1)
        and matches(value["before"], DIGEST)
        and is_text(value["epoch"], 0, 2000)
        and isinstance(value["kind"], str)
        and value["kind"] in FACTS
        and FACTS[value["kind"]](value["facts"])
    )


# --- The folder (section 8) --------------------------------------------------------------------------------------------------


def need(path, name, most):
    try:
        found = os.lstat(path)
        if stat.S_ISREG(found.st_mode) and found.st_size <= most:
            with open(path, "rb") as file:
                return file.read()
    except (OSError, ValueError):
        pass
    raise uncheckable("%s can not be read" % shown(name))


def manifest_in(folder):
    """Step 1."""
    value = body_in(need(os.path.join(folder, "team.json"), "team.json", MOST_BODY))
    is_whole = (
        has(value, ["by", "format", "founder", "founderKey", "records", "team", "v"])
        and value["format"] == "paydesk-team-export"
        and is_number(value["v"], 1)
        and value["v"] == 1
        and matches(value["team"], TEAM)
        and matches(value["by"], DESK)
        and matches(value["founder"], DESK)
        and matches(value["founderKey"], KEY)
        and is_number(value["records"], 0)
    )
    if not is_whole:
        raise uncheckable("team.json is not of a known form")
    return value


def record_in(line, number):
    broken = Verdict("tampered", "line %d is no record" % number)
    try:
        parts = json_in(line)
        is_only = has(parts, ["body", "signature"]) and written(parts, False) == line
    except (ValueError, TypeError, RecursionError):
        raise broken from None
    if not is_only:
        raise broken
    data, signature = base64_of(parts["body"]), base64_of(parts["signature"], 64)
    body = None if data is None else body_in(data)
    if signature is None or body is None or not is_body(body):
        raise broken
    return dict(body, bytes=data, signature=signature, digest=sha256(data, signature).hex())


def records_in(folder):
    """Step 2."""
    lines = need(os.path.join(folder, "team.jsonl"), "team.jsonl", MOST_BYTES).decode("latin-1").split("\n")
    if lines.pop() != "":
        raise Verdict("tampered", "the last line has no end")
    return [record_in(line, number) for number, line in enumerate(lines, 1)]


HEAD = b"paydesk team record 1\n"


def is_claimed(topic):
    return topic.startswith("order/") or re.fullmatch("pay/[0-9a-f]{64}", topic) is not None


def is_roster(topic):
    return topic.startswith("desk/") or topic.startswith("person/")


def check_signed(record, key):
    if not is_signed(HEAD + record["bytes"], record["signature"], key_of(key)):
        raise tampered("its computer did not sign it", record)


def roster_of(manifest, records):
    """Step 3: who belongs to the team, by the founder's word alone."""
    founder, founder_key = manifest["founder"], manifest["founderKey"]
    desks, people, left, versions = {}, {}, {}, {}
    for record in records:
        kind, topic, facts = record["kind"], record["topic"], record["facts"]
        if record["desk"] != founder or not is_roster(topic):
            continue
        if record["team"] != manifest["team"]:
            raise tampered("it was made for another team", record)
        check_signed(record, founder_key)
        name = topic[topic.index("/") + 1 :]
        is_desk = topic.startswith("desk/")
        last = versions.get(topic)
        versions[topic] = record["version"]
        if last is not None:
            if record["version"] <= last:
                raise tampered("another record says so before it", record)
            is_own = kind == "left" and (not is_desk or all(one[0] == name for one in facts["upTo"]))
            if not is_own or topic == "desk/" + founder:
                raise tampered("after a computer or a person was let in, only that it left is said", record)
            left[topic] = dict(facts["upTo"])
            continue
        if record["version"] != 1 or record["before"] != "":
            raise tampered("another record stands before it", record)
        if kind not in (["founded", "joined"] if is_desk else ["person"]):
            raise tampered("a record of this kind does not belong here", record)
        if is_weak(facts["key"]):
            raise tampered("anybody could sign with the key that it names", record)
        is_founder = is_desk and name == founder
        if is_desk and ((kind == "founded") != is_founder or (is_founder and facts["key"] != founder_key)):
            raise tampered("only the founder lets somebody in", record)
        (desks if is_desk else people)[name] = facts["key"]
    return {"founder": founder, "desks": desks, "people": people, "left": left}


def is_before(roster, topic, record):
    """Whether it was written before that computer or person left, as the founder said."""
    up_to = roster["left"].get(topic)
    return up_to is None or record["n"] <= up_to.get(record["desk"], 0)


def check_desks(manifest, roster, records):
    """Step 4: each record by itself, and after its desk's record before."""
    ends = {}
    for record in records:
        if record["team"] != manifest["team"]:
            raise tampered("it was made for another team", record)
        key = roster["desks"].get(record["desk"])
        if key is None:
            raise tampered("nobody let its computer in", record)
        check_signed(record, key)
        if not is_before(roster, "desk/" + record["desk"], record):
            raise tampered("its computer had left the team", record)
        end = ends.get(record["desk"], {"n": 0, "digest": ""})
        if record["n"] != end["n"] + 1:
            raise tampered("a record before it is missing", record)
        if record["prev"] != end["digest"]:
            raise tampered("it names another record before it", record)
        ends[record["desk"]] = record


def check_topics(roster, records):
    """Step 5: each topic from its beginning, and who may say what."""
    topics = {}
    for record in records:
        topics.setdefault(record["topic"], []).append(record)
    for listed in topics.values():
        before = {"version": 0, "digest": ""}
        in_order = sorted(listed, key=lambda one: one["version"])
        for i, record in enumerate(in_order):
            if record["version"] != before["version"] + 1 or record["before"] != before["digest"]:
                raise tampered("it does not follow the record before it of its topic", record)
            check_place(roster, record, in_order[:i])
            before = record


def check_place(roster, record, earlier):
    topic, kind, desk, epoch = record["topic"], record["kind"], record["desk"], record["epoch"]
    if is_claimed(topic):
        if record["version"] % 2 == 1:
            if kind != "claim":
                raise tampered("a claim follows an outcome", record)
        elif kind == "outcome":
            if desk != earlier[-1]["desk"]:
                raise tampered("only who has the order says what came of it", record)
        elif kind == "shown":
            if not is_shown(record, earlier):
                raise tampered("a status frees an order only by what is surely of its last claim", record)
        elif kind != "released":
            raise tampered("an outcome follows a claim", record)
        elif not is_released(roster, record, earlier[-1]):
            raise tampered("two people have to sign a release, each once", record)
        return
    is_its = (
        (is_roster(topic) and desk == roster["founder"])
        or (kind == "signed" and topic.startswith("release/"))
        or (kind == "approval" and matches(topic, APPROVAL) and topic.endswith("/" + desk))
        or (kind == "beat" and topic == "beat/" + desk)
        or (kind in ("on", "off") and topic == "on/" + desk)
        or (kind == "present" and topic == "present/%s/%s" % (epoch, desk))
        or (kind == "excused" and desk == roster["founder"] and topic.startswith("present/%s/" % epoch))
    )
    if not is_its:
        raise tampered("a record of this kind does not belong here", record)


# As what a status tells the requests about an order.
TYPES = {"capture": ["capture"], "void": ["void", "cancel"], "return": ["reversal", "refund", "cancel"]}


def is_of_type(claimed, kind):
    return kind in TYPES.get(claimed["operation"], [])


def is_proof(claimed, kind):
    """A cancel may be the rest of a hold that was let go, and no refund."""
    return is_of_type(claimed, kind) and (claimed["operation"], kind) != ("return", "cancel")


def is_shown(record, records):
    """Whether the transaction is that of the last claim, and of no earlier one."""
    facts, claim = record["facts"], records[-1]
    own = claim["facts"]
    if record["desk"] == claim["desk"] or "known" not in own or facts["id"] in own["known"]:
        return False
    if not is_proof(own, facts["type"]) or own["amount"] != facts["amount"]:
        return False
    for one, end in zip(records[:-1], records[1:]):
        if one["kind"] == "shown" and one["facts"]["id"] == facts["id"]:
            return False
        if one["kind"] != "claim" or not is_of_type(one["facts"], facts["type"]):
            continue
        if one["facts"]["amount"] not in (None, facts["amount"]):
            continue
        is_answered = end["kind"] == "shown" or (end["kind"] == "outcome" and end["facts"]["state"] == "NOT_SENT")
        if not is_answered:
            return False
    return True


def is_released(roster, record, claim):
    facts = record["facts"]
    # As JavaScript writes it in UTF-8: half of a surrogate pair is U+FFFD.
    reason = hashlib.sha256(re.sub("[\ud800-\udfff]", "\ufffd", facts["reason"]).encode("utf-8")).hexdigest()
    text = "paydesk team release 1\n%s\n%s\n%s" % (record["team"], claim["digest"], reason)
    keys = set()
    for one in facts["people"]:
        key = roster["people"].get(one["id"])
        if key is None or not is_before(roster, "person/" + one["id"], record):
            return False
        if not is_signed(text.encode("ascii"), base64.b64decode(one["signature"]), key_of(key)):
            return False
        keys.add(key)
    return len(keys) >= 2


def check_beats(records):
    """Step 6: what the heartbeats saw."""
    places = {(record["desk"], record["n"]): record for record in records}
    last = {}
    for record in records:
        of = (record["desk"], record["epoch"])
        last[of] = max(record["n"], last.get(of, 0))
    for record in records:
        if record["kind"] != "beat":
            continue
        for desk, n, digest in record["facts"]["heads"]:
            found = places.get((desk, n))
            place = {"desk": desk, "n": n}
            if found is None:
                raise truncated("%s signed that it saw it, and it is not there" % record["desk"], place)
            # A fail-over lost the record that was seen, and its desk had no answer for it.
            is_later = found["epoch"] != record["epoch"] and last.get((desk, record["epoch"]), 0) < n
            if found["digest"] != digest and not is_later:
                raise tampered("%s signed that it saw another record in its place" % record["desk"], place)


def root_of(leaves):
    """The root of RFC 6962 over the leaves."""
    level = [sha256(b"\0", leaf) for leaf in leaves]
    if not level:
        return sha256()
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [sha256(b"\1", *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0]


NOTE = re.compile(
    "(paydesk/([0-9a-f]{32})/([a-z][a-z0-9-]{0,30}))\n([1-9][0-9]{0,14})\n([^\n]*)\n\n((?:\u2014 [^ \n]+ [^ \n]+\n)+)"
)


def note_in(data):
    """Step 7: a signed note of C2SP. None where it has another form."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    found = NOTE.fullmatch(text)
    root = None if found is None else base64_of(found.group(5), 32)
    if root is None:
        return None
    lines = [line.split(" ") for line in found.group(6)[:-1].split("\n")]
    return {
        "team": found.group(2),
        "desk": found.group(3),
        "size": int(found.group(4)),
        "root": root,
        "signatures": [(name, base64_of(signed)) for _, name, signed in lines],
        "text": text[: text.index("\n\n") + 1].encode("utf-8"),
    }


def is_noted(note, team, roster, name, signed):
    before = "paydesk/%s/" % team
    key = roster["desks"].get(name[len(before) :]) if name.startswith(before) else None
    if key is None or signed is None or len(signed) != 68:
        return False
    key_id = sha256(name.encode("utf-8"), b"\n\1", key_of(key))[:4]
    return signed[:4] == key_id and is_signed(note["text"], signed[4:], key_of(key))


def check_note(manifest, roster, records, data, what):
    note = note_in(data)
    if note is None:
        raise Verdict("tampered", "%s is no signed note" % what)
    if note["team"] != manifest["team"]:
        raise uncheckable("%s is of another team" % what)
    if not any(is_noted(note, manifest["team"], roster, name, signed) for name, signed in note["signatures"]):
        raise Verdict("tampered", "%s is not signed by a computer of the team" % what)
    own = [record for record in records if record["desk"] == note["desk"]]
    place = {"desk": note["desk"], "n": min(len(own) + 1, note["size"])}
    if len(own) < note["size"]:
        raise truncated("%s says that %d were there" % (what, note["size"]), place)
    if root_of([one["bytes"] + one["signature"] for one in own[: note["size"]]]) != note["root"]:
        raise tampered("%s says that others were there" % what, place)
    return note


def check_folder(asked, folder):
    manifest = manifest_in(folder)
    fingerprint = sha256(key_of(manifest["founderKey"])).hex()
    if asked["founder"] is not None and asked["founder"] != fingerprint:
        raise Verdict("tampered", "the team was founded by another key than the one you wrote down")
    records = records_in(folder)
    roster = roster_of(manifest, records)
    check_desks(manifest, roster, records)
    check_topics(roster, records)
    check_beats(records)
    if len(records) < manifest["records"]:
        raise Verdict("truncated", "%d of %d records are there" % (len(records), manifest["records"]))
    desks = list(dict.fromkeys(record["desk"] for record in records))
    for desk in desks:
        what = "notes/%s.note" % desk
        data = need(os.path.join(folder, "notes", desk + ".note"), what, MOST_NOTE)
        if check_note(manifest, roster, records, data, what)["desk"] != desk:
            raise Verdict("tampered", "%s is of another computer" % what)
    for path, data in asked["notes"]:
        check_note(manifest, roster, records, data, shown(path))
    return {"manifest": manifest, "fingerprint": fingerprint, "records": records, "desks": desks}


def check_forks(exports):
    """Step 8: two exports, held against each other."""
    first = exports[0]
    for other in exports[1:]:
        mine, theirs = first["manifest"], other["manifest"]
        if (mine["team"], mine["founderKey"]) != (theirs["team"], theirs["founderKey"]):
            raise uncheckable("the exports are not of one team")
        there = {(record["desk"], record["n"]): record for record in other["records"]}
        for record in first["records"]:
            found = there.get((record["desk"], record["n"]))
            if found is not None and found["digest"] != record["digest"]:
                sides = (record["digest"], shown(record["topic"]), found["digest"], shown(found["topic"]))
                raise tampered("a fork: %s (%s) and %s (%s)" % sides, record)
        turns = {(record["version"], record["topic"]): record for record in other["records"]}
        for record in first["records"]:
            found = turns.get((record["version"], record["topic"]))
            if found is not None and found["digest"] != record["digest"]:
                sides = (at(record), at(found), record["version"], shown(record["topic"]))
                raise tampered("a fork: %s and %s are both version %d of %s" % sides, record)


def read_arguments(arguments):
    asked = {"folders": [], "founder": None, "notes": []}
    left = list(arguments)
    while left:
        name = left.pop(0)
        if not name.startswith("--"):
            asked["folders"].append(name)
            continue
        if not left:
            raise uncheckable("%s needs a value" % shown(name))
        value = left.pop(0)
        if name == "--founder":
            asked["founder"] = value.lower()
            if not matches(asked["founder"], HEX):
                raise uncheckable("--founder takes 64 hex digits")
        elif name == "--note":
            asked["notes"].append((value, need(value, value, MOST_NOTE)))
        else:
            raise uncheckable("%s is not known" % shown(name))
    if not asked["folders"]:
        raise uncheckable("no folder was given")
    return asked


def check(arguments):
    """The exit code and what is printed."""
    try:
        asked = read_arguments(arguments)
        found = [check_folder(asked, folder) for folder in asked["folders"]]
        check_forks(found)
    except Verdict as verdict:
        lines = ["%s: %s" % (verdict.word, verdict.sentence)]
        if verdict.bad is not None:
            lines.append("first bad record: %s %d" % (verdict.bad["desk"], verdict.bad["n"]))
        return CODES[verdict.word], "\n".join(lines) + "\n"
    except OSError:
        return CODES["uncheckable"], "uncheckable: a file or folder can not be read\n"
    lines = ["intact: all %s records hold" % " and ".join(str(len(one["records"])) for one in found)]
    for one in found:
        lines.append("team: %s, exported by %s" % (one["manifest"]["team"], one["manifest"]["by"]))
        lines.append("founder: %s %s" % (one["manifest"]["founder"], one["fingerprint"]))
        lines.append("computers that wrote: " + ", ".join(one["desks"]))
    return CODES["intact"], "\n".join(lines) + "\n"


def main(arguments):
    code, text = check(arguments)
    sys.stdout.write(text)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

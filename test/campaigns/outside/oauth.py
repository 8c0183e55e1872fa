"""A merchant made of Debian's python3-oauthlib and urllib: every operation signed with OAuth 1.0a, in each way the service takes it,
once with a wrong signature and once right.

In: one JSON line as `node src/sandbox/cli.ts --json` prints it. Out: "operation<TAB>scheme<TAB>HTTP status<TAB>record type<TAB>HTTP
status of the wrong one" per operation and scheme.
"""
import hashlib
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

from oauthlib.oauth1 import SIGNATURE_HMAC_SHA1, SIGNATURE_RSA_SHA256, Client

place = json.loads(sys.stdin.readline())
opener = build_opener(ProxyHandler({}))
HMAC, RSA = "hmac-sha1", "rsa-sha256"
DESCRIPTION = "desk & chair 100% +/= für Zoë ~*'()"
count = 0


def fresh(word):
    global count
    count += 1
    return f"{word}-{os.getpid()}-{count}"


def post(path, fields, headers):
    url = f"{place['baseUrl']}/api/{path}/{place['endpointId']}"
    request = Request(url, data=urlencode(fields).encode("ascii"), method="POST", headers=headers)
    try:
        with opener.open(request, timeout=10) as response:
            return response.status, json.load(response)
    except HTTPError as refusal:
        return refusal.code, json.load(refusal)


def headers_for(path, fields, scheme):
    client = Client(
        place["login"],
        client_secret=place["merchantControlKey"],
        rsa_key=place["privateKeyPem"] if scheme == RSA else None,
        signature_method=SIGNATURE_RSA_SHA256 if scheme == RSA else SIGNATURE_HMAC_SHA1,
    )
    plain = {"Content-Type": "application/x-www-form-urlencoded"}
    url = f"{place['baseUrl']}/api/{path}/{place['endpointId']}"
    _, signed, _ = client.sign(url, http_method="POST", body=urlencode(fields), headers=plain)
    return {**signed, "Accept": "application/vnd.pay+json"}


def attempt(operation, path, fields, scheme=RSA):
    # Signed for one field more than is sent: what a request changed on its way looks like.
    altered = {**fields, "purpose": "altered"}
    wrong, _ = post(path, fields, headers_for(path, altered, scheme))
    http, record = post(path, fields, headers_for(path, fields, scheme))
    print(f"{operation}\t{scheme}\t{http}\t{record.get('type')}\t{wrong}", flush=True)
    return record


def sale():
    """An approved order to work on, signed with the control checksum."""
    name, email = fresh("sale"), "zoe@example.org"
    plain = f"{place['endpointId']}{name}10000{email}{place['merchantControlKey']}"
    fields = {
        "client_orderid": name, "order_desc": DESCRIPTION, "amount": "100.00", "currency": "EUR", "email": email,
        "ipaddress": "203.0.113.7", "card_printed_name": "ZOE MULLER", "credit_card_number": "4111111111111111",
        "expire_month": "12", "expire_year": "2031", "cvv2": "123",
        "control": hashlib.sha1(plain.encode("utf-8")).hexdigest(),
    }
    _, record = post("v2/sale", fields, {"Accept": "application/vnd.pay+json"})
    return {"client_orderid": name, "orderid": record["paynet-order-id"]}


def payout(**more):
    return {
        "client_orderid": fresh("payout"), "amount": "25.30", "currency": "EUR", "order_desc": DESCRIPTION,
        "ipaddress": "2001:db8::7", **more,
    }


account = {"account_number": "DE89370400440532013000", "account_name": "Zoë Müller & Söhne"}
login = {"login": place["login"]}
order = sale()
ref = attempt("create-card-ref-v4", "v4/create-card-ref", {**login, **order})["card-ref-id"]
for one in (HMAC, RSA):
    attempt("get-card-info", "v2/get-card-info", {**login, "cardrefid": ref}, one)
    attempt("payout-form", "v2/payout-form", payout(redirect_url="http://127.0.0.1:9/back?a=1&b=2"), one)
    attempt(
        "payment-form", "v2/payment-form",
        payout(client_orderid=fresh("form"), email="zoe+desk@example.org", first_name="Zoë"), one,
    )
attempt("payout", "v2/payout", payout(**account), HMAC)
attempt(
    "pan-eligibility-send", "v2/pan-eligibility/send",
    {"client-order-id": fresh("pan"), "sending-card-ref-id": ref}, HMAC,
)
for one in (RSA, HMAC):
    checked = payout(**account)
    if one == RSA:
        number = attempt("payout-check", "v4/payout-check", checked)["paynet-order-id"]
    else:
        _, record = post("v4/payout-check", checked, headers_for("v4/payout-check", checked, RSA))
        number = record["paynet-order-id"]
    attempt(
        "payout-pay", "v4/payout-pay",
        {**login, "client_orderid": checked["client_orderid"], "orderid": number}, one,
    )
attempt(
    "transfer", "v4/transfer",
    payout(
        deposit2card="false", credit_card_number="4111111111111111", card_printed_name="ZOE MULLER", expire_month="12",
        expire_year="2031", cvv2="123", **{"destination-card-no": "5555555555554444"},
    ),
)
subscription = attempt(
    "create-recurring-payment", "v4/create-recurring-payment",
    {
        "client-orderid": fresh("sub"), "amount": "9.90", "currency": "EUR", "order_desc": DESCRIPTION, "period": "monthly",
        "interval": "1", "type": "manual", "cardrefid": ref, "email": "zoe@example.org", "customer-ip": "203.0.113.7",
    },
)["recurring-payment-id"]
attempt(
    "process-recurring-payment", "v4/process-recurring-payment",
    {"client-orderid": fresh("charge"), "recurring-payment-id": subscription},
)
attempt(
    "update-recurring-payment", "v4/update-recurring-payment",
    {"recurring-payment-id": subscription, "amount": "12.50", "currency": "EUR"},
)

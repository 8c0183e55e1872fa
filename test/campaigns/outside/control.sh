#!/bin/sh
# A merchant made of curl and sha1sum: every operation signed with the control checksum, once with a
# wrong control and once right. Prints "operation<TAB>scheme<TAB>HTTP status<TAB>record
# type<TAB>HTTP status of the wrong one" per operation; exits 1 when something it needs for the next
# step is missing. From outside: BASE, ENDPOINT, LOGIN, CONTROL_KEY.
set -eu
: "${BASE:?}" "${ENDPOINT:?}" "${LOGIN:?}" "${CONTROL_KEY:?}"

sha1() { printf '%s' "$1" | sha1sum | cut -d ' ' -f 1; }

# field NAME: its value in the JSON record on standard input
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# post PATH NAME=VALUE...: the body, then the HTTP status on a line of its own
post() {
  path=$1
  shift
  for pair; do
    set -- "$@" --data-urlencode "$pair"
    shift
  done
  curl --silent --max-time 10 --noproxy '*' --header 'Accept: application/vnd.pay+json' \
    --write-out '\n%{http_code}' "$@" "$BASE/api/$path/$ENDPOINT"
}

# try OPERATION PATH PLAIN NAME=VALUE...: leaves the accepted answer in $answer
try() {
  operation=$1 path_of=$2 plain=$3
  shift 3
  wrong=$(post "$path_of" "$@" "control=$(sha1 "$plain$CONTROL_KEY-wrong")" | tail -n 1)
  both=$(post "$path_of" "$@" "control=$(sha1 "$plain$CONTROL_KEY")")
  answer=$(printf '%s' "$both" | head -n 1)
  printf '%s\tcontrol\t%s\t%s\t%s\n' "$operation" "$(printf '%s' "$both" | tail -n 1)" \
    "$(printf '%s' "$answer" | field type)" "$wrong"
}

# silent OPERATION ...: as try, for the steps in between
silent() { try "$@" > /dev/null; }

orderid() { printf '%s' "$answer" | field paynet-order-id; }

run=$$
description='desk & chair 100% +/= für Zoë'
# with_person COMMAND...: adds the customer's fields behind its arguments
with_person() {
  "$@" 'first_name=Zoë' 'last_name=O’Neill-Müller' 'email=zoe+desk@example.org' 'ipaddress=203.0.113.7' "order_desc=$description"
}
with_card() {
  number=$1
  shift
  "$@" 'card_printed_name=ZOE MULLER' "credit_card_number=$number" 'expire_month=12' 'expire_year=2031' 'cvv2=123'
}
email='zoe+desk@example.org'

# pay HOW OPERATION CLIENT_ORDERID AMOUNT CENTS CARD
pay() {
  with_card "$6" with_person "$1" "$2" "v2/$2" "$ENDPOINT$3$5$email" "client_orderid=$3" "amount=$4" currency=EUR
}

pay try sale "sale-$run" 120.55 12055 4111111111111111
sale=$(orderid)
on_sale="client_orderid=sale-$run"
try status v2/status "${LOGIN}sale-$run$sale" "login=$LOGIN" "$on_sale" "orderid=$sale"
try return v2/return "${LOGIN}sale-$run${sale}2050EUR" "login=$LOGIN" "$on_sale" "orderid=$sale" amount=20.50 currency=EUR 'comment=damaged & sent back'
try create-card-ref v2/create-card-ref "${LOGIN}sale-$run$sale" "login=$LOGIN" "$on_sale" "orderid=$sale"
ref=$(printf '%s' "$answer" | field card-ref-id)
try get-card-info v2/get-card-info "$LOGIN$ref" "login=$LOGIN" "cardrefid=$ref"
try make-rebill v2/make-rebill "${LOGIN}rebill-$run${ref}990EUR" "login=$LOGIN" "client_orderid=rebill-$run" "cardrefid=$ref" \
  amount=9.90 currency=EUR "order_desc=$description" ipaddress=203.0.113.7

pay try preauth "hold-$run" 300.00 30000 5555555555554444
hold=$(orderid)
try capture v2/capture "${LOGIN}hold-$run${hold}10007EUR" "login=$LOGIN" "client_orderid=hold-$run" "orderid=$hold" amount=100.07 currency=EUR
pay silent preauth "gone-$run" 80.00 8000 4111111111111111
gone=$(orderid)
try void v2/void "${LOGIN}gone-$run$gone" "login=$LOGIN" "client_orderid=gone-$run" "orderid=$gone"

with_card 4111111111111111 with_person try account-verification v2/account-verification "${ENDPOINT}verify-$run$email" "client_orderid=verify-$run"
with_person try account-verification-form v2/account-verification-form "${ENDPOINT}verify-form-$run$email" "client_orderid=verify-form-$run"
for form in sale-form preauth-form payment-form; do
  with_person try "$form" "v2/$form" "$ENDPOINT$form-${run}4210$email" "client_orderid=$form-$run" amount=42.10 currency=EUR \
    'redirect_url=http://127.0.0.1:9/back?a=1&b=2'
done

# page CLIENT_ORDERID ORDERID: the page the customer goes to next
page() {
  silent status v2/status "$LOGIN$1$2" "login=$LOGIN" "client_orderid=$1" "orderid=$2"
  printf '%s' "$answer" | field redirect-to
}
# passed PAGE: the result a customer who says yes gets to see
passed() {
  curl --silent --max-time 10 --noproxy '*' --data result=pass "$1" | sed -n 's/.*<textarea[^>]*>\([^<]*\)<.*/\1/p'
}

pay silent sale "two-$run" 50.00 5000 4000000000003220
two=$(orderid)
curl --silent --max-time 10 --noproxy '*' --output /dev/null "$(page "two-$run" "$two")"
try upload-method-url-result 3ds/v1/upload-method-url-result "${LOGIN}two-$run$two" "login=$LOGIN" "client-order-id=two-$run" "orderid=$two" \
  threeDSCompInd=Y browserLanguage=de-DE browserTZ=-60
cres=$(passed "$(page "two-$run" "$two")")
try upload-cres-result 3ds/v1/upload-cres-result "${LOGIN}two-$run$two" "login=$LOGIN" "client-order-id=two-$run" "orderid=$two" "cres=$cres"

pay silent sale "one-$run" 50.00 5000 4000000000003089
one=$(orderid)
pares=$(passed "$(page "one-$run" "$one")")
try upload-pares-result 3ds/v1/upload-pares-result "${LOGIN}one-$run$one" "login=$LOGIN" "client-order-id=one-$run" "orderid=$one" "pares=$pares"

// Limits, and requests that wait for the approval of somebody else.
export const approvals = {
  'approvals.group-refunds': 'Refunds, releases and voids',
  'approvals.group-payments': 'Payments and captures',
  'approvals.group-payouts': 'Payouts and transfers',
  'approvals.enter-currency': 'Enter the currency, like EUR.',
  'approvals.say-why': 'Say why, in at least 10 characters. The person who asked will read it.',
  'approvals.role-never-does': 'This role may not ask for that. Choose another kind of request.',
  'approvals.not-by-a-run':
    'Together with earlier requests on its order, this row is above a limit, and nobody approved the run. Send this row as a request of its own.',
  'approvals.run-above-limit':
    'This run comes to {sum}, which is above a limit of yours. {count, plural, one {Somebody else has} other {# others have}} to approve it. Nothing was sent.',
  'approvals.run-above-day-limit':
    'This run comes to {sum}. You confirmed {used} of this kind today. Your limit is {limit} a day, so {left} is left. {count, plural, one {Somebody else has} other {# others have}} to approve the run. Nothing was sent.',
  'approvals.run-unknown-amount':
    'This run has rows whose amount nobody knows before they are sent, and you have limits. {count, plural, one {Somebody else has} other {# others have}} to approve it. Nothing was sent.',
  'approvals.run-begun':
    'This run is above a limit of yours, and nobody can approve a run that has begun. Stop the run, and make a new one of the rows that were not sent.',
  'approvals.run-of-a-colleague':
    'Others were asked to approve this run for somebody else. Only whoever asked can send it; you can make a run of your own.',
  'approvals.run-waits':
    'This run waits for approval: its rows stay as they are. Withdraw the request to change them.',
  'approvals.run-refused': '{name} refused to approve this run: {reason}',
  'approvals.run-expired': 'Nobody approved this run in time. It can be asked for again.',
  'approvals.approve-this-run': 'Approve this run ({operation})?',
  'approvals.needs-one':
    'This is above a limit of yours. {count, plural, one {Somebody else has} other {# others have}} to approve it. Nothing was sent.',
  'approvals.needs-one-in-day':
    'You confirmed {used} of this kind today. Your limit is {limit} a day, so {left} is left. {count, plural, one {Somebody else has} other {# others have}} to approve this. Nothing was sent.',
  'approvals.still-missing':
    '{count, plural, one {One approval is} other {# approvals are}} still missing. Nothing was sent.',
  'approvals.order-moved-since':
    'The order changed after this was approved. Ask for an approval of what it is now. Nothing was sent.',
  'approvals.not-by-yourself': 'You asked for it yourself: it takes somebody else.',
  'approvals.takes-both-rights':
    'This takes the right to approve, and the right to do it yourself.',
  'approvals.asked-for-instead': 'Nothing was sent: an approval was asked for.',
  'approvals.one-waits': 'One request waits for approval here already. Nothing was sent.',
  'approvals.review-again': 'This review is over. Review the request again.',
  'approvals.takes-none': 'This is not above a limit of yours, so it needs no approval.',
  'approvals.waits-no-more': 'This request does not wait for approval any more.',
  'approvals.not-as-asked':
    'What Paydesk keeps of this is not what was asked for, so it is not shown and can’t be approved. Verify the audit log, and have it asked for again.',
  'approvals.only-its-author': 'Only the person who asked for it can withdraw it.',
  'approvals.signed-already': 'You have approved this already.',
  'approvals.look-again': 'The order changed since you looked. Look at it again.',
  'approvals.title': 'Approvals',
  'approvals.about':
    'Requests above a limit. A second person signs each one. Then the person who asked can send it.',
  'approvals.none-waits': 'Nothing is waiting for approval',
  'approvals.none-waits-note':
    'An administrator sets limits in People. Requests above a limit wait here.',
  'approvals.waits-for-you': 'Waiting for you',
  'approvals.waits-for-others': 'Waiting for others',
  'approvals.wait-for-you': 'wait for you',
  'approvals.ended': 'Ended: {count}',
  'approvals.used': 'Sent',
  'approvals.refused': 'Refused',
  'approvals.can-t-be-taken-back':
    '{author} can then send exactly {count, plural, one {this request} other {these # requests}}. You can’t withdraw your approval; {author} can withdraw the request.',
  'approvals.withdrawn': 'Withdrawn',
  'approvals.expired': 'Expired',
  'approvals.takes-none-now': 'Takes no approval any more',
  'approvals.approved': 'Approved',
  'approvals.so-many': '{count} of {needs} approved',
  'approvals.asked-by': 'Asked by {name}',
  'approvals.approved-by': 'Approved by {names}',
  'approvals.step-asked': '{name} asked',
  'approvals.step-sign':
    '{count, plural, one {A second person approves} other {# other people approve}}',
  'approvals.step-send': '{name} sends',
  'approvals.step-send-mine': 'You send',
  'approvals.of-order': 'Order {order}',
  'approvals.title-of-order': '{title}, order {order}',
  'approvals.expires': 'Expires {when}',
  'approvals.refused-by': 'Refused by {name}: {reason}',
  'approvals.open-form': 'Open the form',
  'approvals.withdraw': 'Withdraw',
  'approvals.look-dots': 'Review and approve…',
  'approvals.refuse-dots': 'Refuse…',
  'approvals.refuse': 'Refuse',
  'approvals.refuse-about':
    'The person who asked will read the reason. The audit log keeps it forever.',
  'approvals.why-refused': 'why it is refused',
  'approvals.moved-since': 'The order changed since the request was reviewed:',
  'approvals.asks': 'Asked by',
  'approvals.order-now': 'Gateway status now',
  'approvals.limit-passed': 'Limit of {name}',
  'approvals.for-one-order': '{limit} for one order',
  'approvals.for-a-day': '{limit} a day',
  'approvals.own-hint':
    'Your key signs exactly {count, plural, one {this request} other {these # requests}}.',
  'approvals.approve': 'Approve',
  'approvals.approve-amount': 'Approve {amount}',
  'approvals.approve-rows': 'Approve {count} {count, plural, one {row} other {rows}}',
  'approvals.run-repeats':
    '{count} {count, plural, one {row asks} other {rows ask}} for what was asked for before. The reason below says why.',
  'approvals.approve-this-operation': 'Approve this {operation}?',
  'approvals.look-anew': 'Look again',
  'approvals.ask': 'Ask for approval',
  'approvals.ask-for': 'Ask for approval of {amount}',
  'approvals.review-approved': 'Above a limit of yours, and approved. It can be sent.',
  'approvals.review-waits':
    'Above a limit of yours. One request waits for approval here already: withdraw it to ask for another.',
  'approvals.review-above':
    'This is above your limit of {limit} for one order. {count, plural, one {Somebody else has} other {# other people have}} to approve it.',
  'approvals.run-review-above':
    'This run is above your limit of {limit}. {count, plural, one {Somebody else has} other {# other people have}} to approve it.',
  'approvals.review-above-day':
    'You confirmed {used} of this kind today, and {left} of your {limit} a day is left: {count, plural, one {somebody else has} other {# others have}} to approve this.',
  'approvals.run-is-waiting': 'Above a limit of yours. Approvals are still missing.',
  'approvals.run-takes-none': 'This run takes no approval any more.',
  'approvals.run-approved': 'This run is approved. {name} can send it.',
  'approvals.run-approved-mine': 'This run is approved. You can send it.',
  'approvals.run-waits-for':
    'This run can’t start yet. It waits for {count, plural, one {an approval} other {# approvals}} by {names}.',
  'approvals.run-waits-for-nobody':
    'This run can’t start: it takes {count, plural, one {one more approval} other {# more approvals}}, and too few people here may approve it. An administrator gives that role in People.',
  'approvals.name-or': '{names} or {last}',
  'approvals.run-moved-since': 'Since the check of this run:',
  'approvals.reading-the-run': 'Loading the rows of the run…',
  'approvals.look-at-rows': 'Show the rows',
  'approvals.open-run': 'Open the run',
  'approvals.digest-of-run': 'Digest of the run',
  'approvals.digest-of-file': 'Digest of the file',
  'approvals.review-unknown':
    'No limit of yours has this currency or this amount: {count, plural, one {somebody else has} other {# others have}} to approve it.',
  'approvals.limits': 'Limits',
  'approvals.no-limits': 'No limit is set, so no request needs an approval.',
  'approvals.add-limit': 'Add a limit',
  'approvals.add-limit-dots': 'Add a limit…',
  'approvals.limit-about':
    'A larger request waits until somebody else approves it: a person with the role Approver who may do it themselves. A limit of a day counts what one person confirmed since midnight, runs with all of their rows and unknown outcomes too. A limit that counts the same for the same role, requests and currency is replaced. Once a role has a limit for some requests, a currency without one takes an approval for any amount.',
  'approvals.remove-limit': 'Remove the limit',
  'approvals.remove-limit-about':
    'What was above it takes no approval any more. If other limits of this role and these requests stay, its currency takes an approval for any amount.',
  'approvals.remove-dots': 'Remove…',
  'approvals.what': 'Requests',
  'approvals.counted': 'Counted',
  'approvals.per-request': 'Each request',
  'approvals.per-day': 'All of one person in a day',
  'approvals.above': 'Above',
  'approvals.above-hint':
    'All requests for one order count together. A day begins at midnight on this computer. 0: any amount.',
  'approvals.takes': 'Takes',
  'approvals.count': '{count, plural, one {# approval} other {# approvals}}',
} as const

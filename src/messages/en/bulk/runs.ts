// Runs: lists of requests that are checked, confirmed and sent row by row.
export const runs = {
  'runs.no-such-run': 'Paydesk has no such run.',
  'runs.moved-on': 'This run has moved on meanwhile.',
  'runs.other-under-way':
    'Another run is under way at this gateway account. Wait for it, or pause it.',
  'runs.held-title': 'The run is not running',
  'runs.does-not-run': 'The run is not running. Nothing was sent.',
  'runs.too-many-rows': 'This is more than {most} rows. Split the list.',
  'runs.not-over': 'The run has not ended. Its evidence is made when it has.',
  'runs.too-long-to-pack':
    'An evidence pack holds {most} rows, and this run has more. Export its result instead.',
  'runs.pack-intro':
    'A zip file for a dispute or an audit. It holds the list as it was confirmed, what became of each row, and the audit entries of the run and its orders with their proof.',
  'runs.no-row-is-in': 'No row is taken in. Keep at least one.',
  'runs.check-too-old': 'The check is more than a day old. Check again.',
  'runs.paused-too-long':
    'The check is more than a day old. Stop this run, and make a new one of what was not sent.',
  'runs.review-gone': 'This review is used up or too old. Review the run again.',
  'runs.rows-changed': 'The rows are not what was confirmed. Nothing more is sent.',
  'runs.was-taken-back': 'The run was undone before it began. Nothing was sent.',
  'runs.has-begun':
    'The run has begun, so it can’t be undone as a whole any more. Stop the run: rows that were not sent stay unsent.',
  'runs.paydesk-was-closed': 'Paydesk was closed.',
  'runs.other-merchant-id': 'The gateway knows this order as {clientOrderid}.',
  'runs.void-takes-all':
    'A void ends the whole hold, and the amount of this row may be only a part of it. Leave the amount empty, or correct it.',
  'runs.made-before': 'Asked for in a run before: line {line}, {actor}, {time}.',
  'runs.sent-before': 'The same amount was sent for this order before: {actor}, {time}.',
  'runs.told-before': 'The gateway already reported {amount} on this order.',
  'runs.no-payee': 'This row does not say whom to pay, or how much.',
  'runs.no-card': 'This row does not say which card to charge, or how much.',
  'runs.charged-before': 'The same amount was charged to this card before: {actor}, {time}.',
  'runs.charge-told-before':
    'The gateway told of this rebill under the ID of an earlier run, and this computer did not send it.',
  'runs.equal-charge': 'Line {line} charges the same amount to the same card.',
  'runs.nothing-checked': 'No payout of this run passed its check.',
  'runs.paid-before': 'The same amount was sent to this account before: {actor}, {time}.',
  'runs.payout-told-before':
    'The gateway told of this payout under the ID of an earlier run, and this computer did not send it.',
  'runs.paid-by-colleague':
    'A colleague asked for the same payment. {says}. A second one is sent from its own form.',
  'runs.equal-payout': 'Line {line} pays the same amount to the same account.',
  'runs.recipient-changed':
    'The account of the saved recipient “{name}” has changed since your last payout.',
  'runs.recipient-known': 'Saved recipient: {name}',
  'runs.recipient-other-account': 'The recipient {name} is saved with another account.',
  'runs.recipient-alike': 'The account is like that of {name}, and not the same.',
  'runs.account-unchecked': 'This account number can’t be checked.',
  'runs.equal-line': 'Line {line} asks for the same amount of this order.',
  'runs.possible-now':
    'This row is ready now, as other rows of its order were kept or left out. Keep it if it is meant.',
  'runs.sent-since':
    'The same amount was sent for this order since the check: {actor}, {time}. Nothing was sent.',
  'runs.told-since':
    'The gateway reports what may be {amount} sent from elsewhere since the check. Nothing was sent.',
  'runs.sent-by-other-row':
    'Line {line} of this run sent the same amount for this order. Nothing was sent.',
  'runs.order-changed': 'The order changed since the check.',
  'runs.text-changed': 'The text that the gateway gets for this reason changed since the check.',
  'runs.way-changed': 'The order changed since the check: the request would do something else now.',
  'runs.left-differs':
    'The order changed since the check: {leftNow} would be left, and not {left}.',
  'runs.asked-too-often': 'The gateway gets too many requests. {message}',
  'runs.failed-in-turn': '{failures} rows failed one after the other. The last one: {why}',
  'runs.not-read': 'The order could not be read. {why}',
  'runs.not-worked-out':
    'What this row would do could not be worked out: something went wrong inside Paydesk. Nothing was sent. Check the list again, or leave the row out.',
  'runs.check-failed':
    'The check could not go on: something went wrong inside Paydesk. Nothing was sent. Resume goes on with the check.',
  'runs.behind-unknown': 'An earlier request of this order has an unknown outcome.',
  'runs.type-the-number': 'Type the number of rows: {rows}.',
  'runs.say-why-again': 'Say in at least 10 characters why this is sent once more.',
  'runs.send-these': 'Send {count, plural, one {# request} other {# requests}}: {operation}?',
  'runs.all-rows': 'All rows',
  'runs.and-more-parties': 'and {count, plural, one {# more} other {# more}}',
  'runs.sum-of': '{sum} ({count, plural, one {# row} other {# rows}})',
  'runs.export-the-result': 'Export the result of the run',
  'runs.amount-unread': 'Line {line}: the amount is not one of its currency.',
  'runs.select-orders': 'Select at least one order.',
  'runs.most-selected':
    'At most {most, plural, one {# order} other {# orders}} can be selected for one run. Begin a run with a list for more.',
  'runs.outcome-skipped': 'Skipped',
  'runs.outcome-waiting': 'Waiting',
  'runs.outcome-left-out': 'Left out',
  'runs.runs': 'Runs',
  'runs.run': 'Run',
  'runs.count': '{count, plural, one {# run} other {# runs}}',
  'runs.the-chosen-run': 'The chosen run',
  'runs.open-run': 'Open run',
  'runs.sum-of-rows': 'Sum of its rows',
  'runs.done-so-far': '{done} so far',
  'runs.confirmed-by': 'Confirmed by',
  'runs.ended': 'Ended',
  'runs.first-rows': 'First rows',
  'runs.intro':
    'Lists of refunds, captures, voids, payouts and rebills. All rows are checked and confirmed together, and sent one by one.',
  'runs.select-in-orders': 'Select orders',
  'runs.reading': 'Loading runs…',
  'runs.none-yet': 'No run yet',
  'runs.none-yet-note': 'Choose a file or paste lines, or select orders in the list of orders.',
  'runs.count-need-you': '{count, plural, one {# row needs you} other {# rows need you}}',
  'runs.count-refunds': '{count, plural, one {# refund} other {# refunds}}',
  'runs.count-captures': '{count, plural, one {# capture} other {# captures}}',
  'runs.count-voids': '{count, plural, one {# void} other {# voids}}',
  'runs.send-with-sum': '{send}, {sum}',
  'runs.send-refunds': 'Send {count, plural, one {# refund} other {# refunds}}',
  'runs.send-captures': 'Send {count, plural, one {# capture} other {# captures}}',
  'runs.send-voids': 'Send {count, plural, one {# void} other {# voids}}',
  'runs.count-payouts': '{count, plural, one {# payout} other {# payouts}}',
  'runs.count-checks': '{count, plural, one {# account check} other {# account checks}}',
  'runs.count-pays': '{count, plural, one {# checked payout} other {# checked payouts}}',
  'runs.count-rebills': '{count, plural, one {# rebill} other {# rebills}}',
  'runs.send-rebills': 'Send {count, plural, one {# rebill} other {# rebills}}',
  'runs.send-payouts': 'Send {count, plural, one {# payout} other {# payouts}}',
  'runs.send-checks': 'Check {count, plural, one {# account} other {# accounts}}',
  'runs.send-pays': 'Pay {count, plural, one {# checked payout} other {# checked payouts}}',
  'runs.check-recipient': 'Checked payout',
  'runs.pay-checked': 'Pay',
  'runs.pay-count': 'Pay {count, plural, one {# that was checked} other {# that were checked}}',
  'runs.pays': 'Pays',
  'runs.charges': 'Charges card',
  'runs.ready': 'Ready',
  'runs.needs-a-look': 'Check first',
  'runs.not-possible': 'Not possible',
  'runs.being-read': 'Being read',
  'runs.being-checked': 'Checking',
  'runs.about-to-begin': 'About to begin',
  'runs.running': 'Running',
  'runs.paused': 'Paused',
  'runs.finished': 'Finished',
  'runs.all-sent': 'All sent',
  'runs.sent-with-unknown':
    '{count, plural, one {All sent, # outcome unknown} other {All sent, # outcomes unknown}}',
  'runs.stopped': 'Stopped',
  'runs.discarded': 'Discarded',
  'runs.rows-of-the-run': 'Rows of the run',
  'runs.leave-out': 'Leave out',
  'runs.keep': 'Keep',
  'runs.keep-all': '{count, plural, one {Keep # row…} other {Keep all # rows…}}',
  'runs.look-equal':
    '{count, plural, one {# row asks for the same as an earlier line of the list. It is left out.} other {# rows ask for the same as an earlier line of the list. They are left out.}}',
  'runs.look-sent-before':
    '{count, plural, one {# row was sent before, more than a day before this check. It is left out.} other {# rows were sent before, more than a day before this check. They are left out.}}',
  'runs.look-alone':
    '{count, plural, one {# row is kept by itself. Read its finding first.} other {# rows are kept one by one. Read the finding of each first.}}',
  'runs.keep-equal':
    'Each of these rows is sent beside the line that it is equal to. Keep them all only if each one is meant. Nothing is sent yet.',
  'runs.keep-sent-before':
    'Each of these rows is sent once more. What was sent within the last day is not among them. Nothing is sent yet.',
  'runs.why-each-is-meant': 'why each of them is meant',
  'runs.without-amount':
    '{count, plural, one {# row names no amount} other {# rows name no amount}}',
  'runs.count-sent-before':
    '{count, plural, one {# row was sent before. Say why it is sent once more.} other {# rows were sent before. Say why they are sent once more.}}',
  'runs.waits-for-approval': 'Waiting for approval',
  'runs.same-customer':
    '{count} refunds of {amount} go to the same customer. Make sure this isn’t a duplicate refund.',
  'runs.count-sent-since':
    '{count, plural, one {The amount of # row was sent for its order since the check. It will be skipped.} other {The amounts of # rows were sent for their orders since the check. They will be skipped.}}',
  'runs.sent-since-review':
    'Part of this run was sent after you opened the review. Review it again.',
  'runs.all-sent-since':
    'All that this run asks for was sent since the check. There is nothing left to send.',
  'runs.why-once-more': 'Why once more',
  'runs.why-once-more-hint': 'Kept in the audit log with your name.',
  'runs.reason-too-short': 'Write at least 10 characters.',
  'runs.type-this-number': 'Type the number of rows: {rows}',
  'runs.digest-note':
    'SHA-256 over all rows in their order. Before the first row and at each resume, the rows are compared with it.',
  'runs.takes-at-once':
    'The first request is sent as soon as you confirm. A sent request can’t be undone.',
  'runs.takes':
    'The whole run can be undone for {undo} after you confirm. A sent request can’t be undone.',
  'runs.takes-about': 'Sending takes about {span}.',
  'runs.moved-so-far': '{sums} so far',
  'runs.by-person': 'by {actor}',
  'runs.new-run-of-unsent':
    '{count, plural, one {New run of # row that was not sent} other {New run of # rows that were not sent}}',
  'runs.begins-in': 'Nothing is sent yet. The run begins in {span}.',
  'runs.take-all-back': 'Undo all of it',
  'runs.begin-now': 'Begin now',
  'runs.checked-of': 'Asked about {checked} of {rows} rows. Nothing is sent.',
  'runs.check-progress': 'Progress of the check',
  'runs.which-rows': 'Which rows',
  'runs.nothing-sent-yet': 'Nothing is sent yet. Each row is checked again just before it is sent.',
  'runs.review-count': 'Review {count, plural, one {# row} other {# rows}}',
  'runs.save-note': 'All rows in the order of the list, with what became of each.',
  'runs.act-on-selected': 'Refund, capture or void…',
  'runs.new-run': 'New run',
  'runs.new-run-intro':
    'Paydesk asks the gateway about each order first and shows what would happen. Nothing is sent before you confirm.',
  'runs.what-to-do': 'What to do',
  'runs.reason-of-all': 'Reason, for all of them',
  'runs.check-count': 'Check {count, plural, one {# order} other {# orders}}',
  'runs.one-connection': 'Select orders of one connection only.',
} as const

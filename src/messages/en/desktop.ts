// English of the system's dialogs around the window: the end, a crash, links, files.
export const desktop = {
  'paydesk-waits-for-an-answer': 'Paydesk waits for an answer before it ends.',
  'requests-were-sent-and-are-not-answered':
    'Requests that were sent and have no answer yet: {count}. Paydesk ends by itself when the answer is here, or when its time is over. Nothing new is sent.',
  'quit-without-the-answer': 'Quit without the answer?',
  'the-outcome-will-be-unknown':
    'Requests whose outcome will be unknown: {count}. The next start asks the gateway for their status and sends none of them again. Don’t repeat them meanwhile.',
  'paydesk-had-to-stop':
    'Something went wrong inside Paydesk. Incident {incident}, also in paydesk.log. Start Paydesk again: what was open is resolved by its status, and nothing is sent twice.',
  'quit-now': 'Quit now',
  wait: 'Wait',
} as const

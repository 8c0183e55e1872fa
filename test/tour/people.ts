// People in the tour: sign-in turned on, one added, the desk locked, somebody with few rights, and
// a refund above a limit that somebody else approves.
import type { Fixture } from './fixture.ts'
import { must, timesInBooks } from './main-job.ts'

const [ada, bo] = ['correct horse battery', 'staple of another kind']

/** From whoever is signed in. */
async function change(fixture: Fixture, name: string, passphrase: string): Promise<void> {
  await fixture.at('lock').click()
  await fixture.at('sign-in').waitFor()
  await fixture.at('sign-in-person').getByRole('radio', { name, exact: true }).check()
  await fixture.at('sign-in-passphrase').fill(passphrase)
  await fixture.at('sign-in-go').click()
  await fixture.sees('signed-in', name)
  await fixture.settle()
}

/** Cy refunds more than the role may alone, and Dee looks at it and approves it. */
async function approved(fixture: Fixture): Promise<void> {
  const roles = { Cy: ['payments'], Dee: ['payments', 'approver'] } as const
  for (const [name, held] of Object.entries(roles))
    must(
      (await fixture.call('people:add', { name, roles: [...held], passphrase: bo, own: ada })).ok,
      `${name} was not added`,
    )
  const limit = { role: 'payments', group: 'refunds', currency: 'EUR', amount: '20.00' } as const
  const set = await fixture.call('people:set-limit', { ...limit, approvals: 1, own: ada })
  must(set.ok, 'the limit was not set')
  await change(fixture, 'Cy', bo)
  const paid = await fixture.practice(/paid sale of 120\.00 EUR/)
  await fixture.lookUp(paid.orderid)
  await fixture.fill('return', '25.00', 'Box arrived damaged')
  await fixture.review()
  await fixture.sees('review-approval', 'above your limit of 20.00 EUR')
  await fixture.shot('approval-asked')
  await fixture.at('send').click()
  await fixture.at('approvals-for-others').waitFor()
  must((await fixture.effects(paid.orderid)).length === 0, 'it was sent without an approval')
  await change(fixture, 'Dee', bo)
  await fixture.go('#/approvals')
  await fixture.sees('approvals-for-me', 'Cy')
  await fixture.shot('screen-approvals')
  await fixture.at('approval-look').click()
  await fixture.sees('approval-dialog', 'Gateway status now')
  await fixture.shot('approval-look')
  await fixture.at('approval-own').fill(bo)
  await fixture.at('approval-sign').click()
  await fixture.sees('approvals-for-others', 'Approved by Dee')
  await change(fixture, 'Cy', bo)
  await fixture.go('#/approvals')
  await fixture.at('approval-open').click()
  await fixture.review()
  await fixture.sees('review-approval', 'It can be sent')
  await fixture.at('send').click()
  await fixture.sees('phase', /partly refunded/i)
  must((await timesInBooks(fixture, paid.orderid, 'return')) === 1, 'it is not in the books once')
  fixture.say('A refund above a limit: asked for by Cy, approved by Dee, and sent once')
}

/** Cy asks for a run of two refunds, and Dee approves its rows. */
async function approvedRun(fixture: Fixture): Promise<void> {
  await change(fixture, 'Cy', bo)
  const rows: { orderid: string }[] = []
  for (let nth = 0; nth < 2; nth += 1)
    rows.push(
      (await fixture.freshPractice()).find(({ about }) => /paid sale of 120\.00/.test(about))!,
    )
  const of = { connectionId: 'sandbox', operation: 'return', depth: 'gateway' } as const
  const orders = rows.map(({ orderid }) => ({ orderid }))
  const made = await fixture.call('run:create', { ...of, rows: orders, reason: 'Sent in error' })
  if (!made.ok) throw new Error('the run was not made')
  await fixture.go(`#/runs/${made.value.id}`)
  await fixture.at('run-to-review').click()
  await fixture.sees('run-confirm', 'Ask for approval')
  await fixture.shot('run-approval-review')
  await fixture.at('run-confirm').click()
  await fixture.sees('run-approval-text', 'waits for an approval by Dee')
  await fixture.shot('run-approval-waits')
  await change(fixture, 'Dee', bo)
  await fixture.go('#/approvals')
  await fixture.at('approval-look').click()
  await fixture.sees('approval-dialog', '240.00 EUR')
  await fixture.shot('run-approval-look')
  await fixture.at('approval-own').fill(bo)
  await fixture.at('approval-sign').click()
  await fixture.sees('approvals-for-others', 'Approved by Dee')
  fixture.say('A run above a limit: asked for by Cy, and its rows approved by Dee')
}

/** On records of its own, as nobody else of the tour signs in. */
export async function peopleSignIn(
  folder: string,
  openAt: (userData: string) => Promise<Fixture>,
): Promise<void> {
  const fixture = await openAt(folder)
  try {
    await fixture.go('#/people')
    await fixture.at('people-switch-on').click()
    await fixture.at('person-name').fill('Ada')
    await fixture.at('person-passphrase').fill(ada)
    await fixture.at('person-again').fill(ada)
    await fixture.at('people-switch-on-go').click()
    await fixture.sees('people', 'Ada')
    await fixture.at('person-add').click()
    await fixture.at('person-name').fill('Bo')
    await fixture.at('role-support').click()
    await fixture.at('person-passphrase').fill(bo)
    await fixture.at('person-again').fill(bo)
    await fixture.at('person-own').fill(ada)
    await fixture.shot('person-add')
    await fixture.at('person-add-go').click()
    await fixture.sees('people', 'Support')
    await fixture.shot('people-on')
    await approved(fixture)
    await approvedRun(fixture)
    await change(fixture, 'Ada', ada)
    await fixture.at('lock').click()
    await fixture.sees('sign-in', 'You locked Paydesk')
    await fixture.shot('people-sign-in')
    await fixture.at('sign-in-person').getByRole('radio', { name: 'Bo', exact: true }).check()
    await fixture.at('sign-in-passphrase').fill(bo)
    await fixture.at('sign-in-go').click()
    await fixture.sees('signed-in', 'Bo')
    await fixture.go('#/reports')
    await fixture.sees('not-mine', 'Read reports')
    await fixture.shot('people-not-mine')
    fixture.say('People: sign-in turned on, the desk locked, and what somebody may not do')
  } finally {
    await fixture.close()
  }
}

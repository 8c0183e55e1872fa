// People in the tour: switched on, one added, the desk locked, and somebody with few rights.
import type { Fixture } from './fixture.ts'

const [ada, bo] = ['correct horse battery', 'staple of another kind']

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
    await fixture.at('lock').click()
    await fixture.sees('sign-in', 'You locked the desk')
    await fixture.shot('people-sign-in')
    await fixture.at('sign-in-person').selectOption({ label: 'Bo' })
    await fixture.at('sign-in-passphrase').fill(bo)
    await fixture.at('sign-in-go').click()
    await fixture.sees('signed-in', 'Bo')
    await fixture.go('#/reports')
    await fixture.sees('not-mine', 'Read reports')
    await fixture.shot('people-not-mine')
    fixture.say('People: switched on, the desk locked, and what somebody may not do')
  } finally {
    await fixture.close()
  }
}

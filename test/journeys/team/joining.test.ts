// How a computer joins a team and leaves it, as a person does: by a file, and after the system's
// own question.
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { say } from '#shared/message.ts'
import { teamKeySlot } from '../../../src/main/desk/team/team-secrets.ts'
import { publicKeyText } from '../../../src/main/desk/people/public-key.ts'
import { keyText } from '../../../src/main/team/records/record.ts'
import { faultOf, must } from '../story.ts'
import { eachTeam, some } from './team-world.ts'
import { joinAs, letIn } from './two-desks.ts'

const all = eachTeam()
const kinds = async ({ desk }: { desk: typeof all.ana.desk }): Promise<string[]> =>
  must(await desk.desk['audit:list']({ filter: { kind: '' }, limit: 200 })).rows.map(
    ({ kind }) => kind,
  )

describe('a computer', () => {
  it('shows the team that it joined, also after its next start', async () => {
    const shown = must(await all.ana.desk.desk['team:show']({}))
    expect(shown).toMatchObject({
      ...{ team: all.team.id.team, founder: all.team.id.founder.desk, host: '127.0.0.1' },
      ...{ database: all.team.database, why: null },
    })
    expect(await kinds(all.ana)).toContain('team:joined')
    const next = await all.again(all.ana)
    expect(must(await next.desk.desk['team:show']({}))).toEqual(shown)
    all.away()
    expect(must(await next.desk.desk['team:show']({}))?.why).toMatch(/can’t be reached/)
  }, 180_000)

  it('joins nothing by a file that is not for it, nor where the person says no', async () => {
    const { server, team } = all
    const asked: string[] = []
    const lone = await all.opened({
      ask: ({ message, detail }) => {
        if (message !== 'Join this team?') return Promise.resolve(true)
        asked.push(detail)
        return Promise.resolve(false)
      },
    })
    const { desk } = lone.desk
    const { text } = must(await desk['team:key']({}))
    expect(must(await desk['team:key']({})).text).toBe(text)
    const joinBy = async (file: string) => {
      writeFileSync(join(lone.folder, 'join.txt'), file)
      return faultOf(await desk['team:join']({}))
    }
    expect((await joinBy('a text')).message).toMatch(/does not let a computer join a team/)
    const { privateKey } = generateKeyPairSync('ed25519')
    const other = publicKeyText(keyText(privateKey))
    const foreign = await letIn(server, team, {
      desk: `${team.database}-x`.replaceAll('_', '-'),
      publicKey: other,
    })
    expect((await joinBy(foreign)).message).toMatch(/let another key in under the name/)
    const name = `${team.database}-c`.replaceAll('_', '-')
    const own = await letIn(server, team, { desk: name, publicKey: text })
    const wrong = own.replace(' only-in-tests-of-a-team ', ' only-in-tests-of-no-team ')
    expect(await joinBy(wrong)).toMatchObject({ reason: 'team-away' })
    expect(asked).toEqual([])
    expect(await joinBy(own)).toMatchObject({ reason: 'not-permitted' })
    expect(asked[0]).toMatch(new RegExp(`This computer is called ${name} there`))
    expect(asked[0]).toMatch(/Founded by office-j\d+, fingerprint [0-9a-f]{64}/)
    expect(must(await desk['team:show']({}))).toBeNull()
    expect(await kinds(lone)).not.toContain('team:joined')
  }, 180_000)

  it('takes no name under which it, or another one, wrote before', async () => {
    const { ana, server, team } = all
    const shown = must(await ana.desk.desk['team:show']({}))!
    must(await all.send(ana))
    await all.allTold()
    const key = must(await ana.vault.read(teamKeySlot))
    must(await ana.desk.desk['team:leave']({}))
    const { text } = must(await ana.desk.desk['team:key']({}))
    await expect(joinAs(ana, { server, team, name: shown.desk })).rejects.toThrow(/has a login/)
    expect(text).toMatch(/^PDK1-/)
    // Nor where its login is renewed, and it has the key again under which it wrote.
    must(await ana.vault.write(teamKeySlot, key))
    const own = must(await ana.desk.desk['team:key']({})).text
    const again = await letIn(server, team, { desk: shown.desk, publicKey: own, isKnown: true })
    writeFileSync(join(ana.folder, 'join.txt'), again)
    expect(faultOf(await ana.desk.desk['team:join']({})).message).toBe(
      formatMessage(say('team.name-was-used', { desk: shown.desk })),
    )
    expect(must(await ana.desk.desk['team:show']({}))).toBeNull()
  }, 180_000)

  it('leaves only once the team knows what became of its requests, and then works alone', async () => {
    const { ana, order } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/status\//, 'request')
    const confirmed = ana.confirm(review)
    await held.reached
    expect(faultOf(await ana.desk.desk['team:leave']({})).message).toMatch(
      /^The team does not know/,
    )
    held.letGo()
    must(await confirmed)
    await all.standsAs(ana, 'SUCCEEDED')
    await all.allTold()
    must(await ana.desk.desk['team:leave']({}))
    expect(must(await ana.desk.desk['team:show']({}))).toBeNull()
    expect(faultOf(await ana.desk.desk['team:leave']({})).message).toMatch(/belongs to no team/)
    expect(await kinds(ana)).toContain('team:left')
    all.away()
    must(await all.send(ana))
    expect(all.refunds()).toBe(2)
  }, 180_000)

  it('sends nothing on a review of the time before it joined', async () => {
    const { server, team, order } = all
    const lone = await all.opened()
    const review = must(await lone.review(order, some))
    await joinAs(lone, { server, team, name: `${team.database}-late`.replaceAll('_', '-') })
    expect(faultOf(await lone.confirm(review))).toMatchObject({ sent: 'no' })
    expect(all.refunds()).toBe(0)
  }, 180_000)
})

// An error that nobody caught holds a card number and a code: the box on the screen and the report
// must show neither.
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { incidentLine } from '../../../src/main/shell/log/incident.ts'
import { endOnUncaught } from '../../../src/main/shell/uncaught.ts'

it.each(['uncaughtException', 'unhandledRejection'])(
  'an %s ends the program once, with a reference and no word of the error',
  (event) => {
    const program = new EventEmitter()
    const reports: string[] = []
    const ended: string[] = []
    let made = 0
    endOnUncaught(program, {
      newIncident: () => `INCIDENT${(made += 1)}`,
      report: (incident, error) => reports.push(incidentLine(incident, error, new Date(0))),
      end: (incident) => ended.push(incident),
    })
    program.emit(event, new Error('card 4929371845026736, cvv2=739'))
    program.emit(event, new Error('and another'))
    expect(ended).toEqual(['INCIDENT1'])
    expect(reports).toHaveLength(2)
    expect(reports.join()).not.toMatch(/4929371845026736|=739/)
  },
)

// The days of a schedule, against days written down by hand.
import { describe, expect, it } from 'vitest'
import { chargeDays, nextChargeDays, type Schedule } from '#shared/time/schedule.ts'

const monthly: Schedule = { period: 'monthly', interval: 1, start: '2030-01-31' }

describe('chargeDays', () => {
  it('ends with the month where it has no such day, and goes back to the day afterwards', () => {
    expect(chargeDays(monthly, 5)).toEqual([
      '2030-01-31',
      '2030-02-28',
      '2030-03-31',
      '2030-04-30',
      '2030-05-31',
    ])
  })

  it('knows leap days and the turn of the year', () => {
    expect(chargeDays({ ...monthly, start: '2031-12-29' }, 3)).toEqual([
      '2031-12-29',
      '2032-01-29',
      '2032-02-29',
    ])
  })

  it('counts days, weeks and months by the interval', () => {
    const start = '2030-02-27'
    expect(chargeDays({ period: 'daily', interval: 2, start }, 3)).toEqual([
      '2030-02-27',
      '2030-03-01',
      '2030-03-03',
    ])
    expect(chargeDays({ period: 'weekly', interval: 2, start }, 2)).toEqual([
      '2030-02-27',
      '2030-03-13',
    ])
    expect(chargeDays({ period: 'monthly', interval: 6, start }, 3)).toEqual([
      '2030-02-27',
      '2030-08-27',
      '2031-02-27',
    ])
  })

  it('charges on the last day and not after it', () => {
    expect(chargeDays({ ...monthly, finish: '2030-03-31' }, 12)).toHaveLength(3)
    expect(chargeDays({ ...monthly, finish: '2030-03-30' }, 12)).toHaveLength(2)
    expect(chargeDays({ ...monthly, finish: '2030-01-30' }, 12)).toEqual([])
  })

  it.each([
    { ...monthly, start: '2030-02-30' },
    { ...monthly, start: '31.01.2030' },
    { ...monthly, start: '' },
    { ...monthly, interval: 0 },
    { ...monthly, interval: 1.5 },
    { ...monthly, interval: Number.NaN },
    { ...monthly, finish: '2030-13-01' },
  ])('says nothing of a schedule that can’t be read: %j', (schedule) => {
    expect(chargeDays(schedule, 12)).toEqual([])
  })
})

describe('nextChargeDays', () => {
  it('begins with today when today is one of them', () => {
    expect(nextChargeDays(monthly, '2030-03-31', 2)).toEqual(['2030-03-31', '2030-04-30'])
  })

  it('finds the days of a schedule that began long ago, and none after its end', () => {
    const old: Schedule = { period: 'daily', interval: 3, start: '2020-01-01' }
    expect(nextChargeDays(old, '2030-01-01', 2)).toEqual(['2030-01-02', '2030-01-05'])
    expect(nextChargeDays({ ...monthly, finish: '2030-02-28' }, '2030-03-01', 1)).toEqual([])
  })
})

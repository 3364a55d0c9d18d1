import { test } from '@japa/runner'
import { pairTellings, type Telling } from '#app/accounts/statements/same_movement'
import { calendarDate } from '#app/kernel/time/calendar_date'

const telling = (key: string, some: Partial<Telling> = {}): Telling => ({
  key,
  bookedOn: calendarDate('2026-11-10'),
  amountMinor: -1000,
  balanceAfterMinor: null,
  endToEndId: null,
  counterpartyName: null,
  counterpartyIban: null,
  normText: '',
  bankReference: null,
  ...some,
})
const next = calendarDate('2026-11-11')
const always = { told: () => true, others: () => true }
const never = { told: () => false, others: () => false }
const pairs = (told: Telling[], others: Telling[], covered = never) => {
  const { same, doubtful } = pairTellings(told, others, covered)
  return { same: Object.fromEntries(same), doubtful: Object.fromEntries(doubtful) }
}

test.group('What a file and a connection tell', () => {
  test('equal amounts of a day are one movement each, whatever the words', ({ assert }) => {
    const found = pairs(
      [telling('a', { normText: 'payment 1' }), telling('b', { normText: 'payment 2' }), telling('c')],
      [telling('x', { normText: 'recibo' }), telling('y', { normText: 'recibo' })]
    )
    assert.deepEqual(found, { same: { a: 'x', b: 'y' }, doubtful: {} })
  })

  test('the name of the other side decides between equal amounts', ({ assert }) => {
    const found = pairs(
      [
        telling('a', { counterpartyName: 'Hotel Bahía Azul' }),
        telling('b', { counterpartyName: 'Suministros Marina, S.L.' }),
      ],
      [
        telling('x', { counterpartyName: 'SUMINISTROS MARINA SL' }),
        telling('y', { normText: 'transferencia hotel bahia azul' }),
      ]
    )
    assert.deepEqual(found.same, { a: 'y', b: 'x' })
  })

  test('different end-to-end ids or accounts are different movements', ({ assert }) => {
    assert.deepEqual(pairs([telling('a', { endToEndId: 'E1' })], [telling('x', { endToEndId: 'E2' })]), {
      same: {},
      doubtful: {},
    })
    assert.deepEqual(
      pairs([telling('a', { endToEndId: 'NOTPROVIDED' })], [telling('x', { endToEndId: 'E2' })]).same,
      { a: 'x' }
    )
    assert.deepEqual(
      pairs([telling('a', { counterpartyIban: 'ES1' })], [telling('x', { counterpartyIban: 'ES2' })]).same,
      {}
    )
  })

  test('on the next day it is the same by its id, or by its words where both told both days', ({
    assert,
  }) => {
    const id = { endToEndId: 'E1' }
    const name = { counterpartyName: 'Hotel Bahía Azul' }
    assert.deepEqual(pairs([telling('a', id)], [telling('x', { ...id, bookedOn: next })]).same, { a: 'x' })
    assert.deepEqual(pairs([telling('a', name)], [telling('x', { ...name, bookedOn: next })], always).same, {
      a: 'x',
    })
    assert.deepEqual(pairs([telling('a', name)], [telling('x', { ...name, bookedOn: next })]), {
      same: {},
      doubtful: { a: 'x' },
    })
  })

  test('two days that are both there keep their own movements', ({ assert }) => {
    const toll = { normText: 'autopista aumar' }
    const found = pairs(
      [telling('a', toll), telling('b', { ...toll, bookedOn: next })],
      [telling('x', toll), telling('y', { ...toll, bookedOn: next })],
      always
    )
    assert.deepEqual(found, { same: { a: 'x', b: 'y' }, doubtful: {} })
  })
})

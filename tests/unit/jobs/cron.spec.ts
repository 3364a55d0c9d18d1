import { test } from '@japa/runner'
import { maskedError } from '#app/jobs/masked_error'
import { dueSlots, nextDue, parseCron } from '#app/jobs/schedule/cron'
import { cronInWords } from '#app/jobs/schedule/cron_words'

const due = (cron: string, at: string) => dueSlots(parseCron(cron), Date.parse(at))

test.group('Schedules', () => {
  test('{cron} is said «{words}»')
    .with([
      { cron: '* * * * *', words: 'Cada minuto' },
      { cron: '*/15 * * * *', words: 'Cada 15 minutos' },
      { cron: '7 * * * *', words: 'Cada hora, al minuto 7' },
      { cron: '30 2 * * *', words: 'Cada día, 02:30' },
      { cron: '0 9 * * 1-5', words: 'Lunes a viernes, 09:00' },
      { cron: '40 3 * * 0', words: 'Domingos, 03:40' },
      { cron: '0 7 1 * *', words: 'Día 1 de mes, 07:00' },
    ])
    .run(({ assert }, { cron, words }) => assert.equal(cronInWords(cron), words))

  test('{cron} is due at {at} in Madrid: {isDue}')
    .with([
      { cron: '30 2 * * *', at: '2026-11-26T01:30:00Z', isDue: true },
      { cron: '30 2 * * *', at: '2026-07-26T00:30:00Z', isDue: true },
      { cron: '30 2 * * *', at: '2026-07-26T01:30:00Z', isDue: false },
      { cron: '0 9 * * 1-5', at: '2026-11-28T08:00:00Z', isDue: false },
      { cron: '0 9 * * 1-5', at: '2026-11-27T08:00:00Z', isDue: true },
      { cron: '0 7 1,15 * 1', at: '2026-11-30T06:00:00Z', isDue: true },
      { cron: '40 3 * * 7', at: '2026-11-29T02:40:00Z', isDue: true },
    ])
    .run(({ assert }, { cron, at, isDue }) => assert.lengthOf(due(cron, at), isDue ? 1 : 0))

  test('«{cron}» is no schedule')
    .with(
      ['', '* * * *', '60 * * * *', '* 24 * * *', '*/0 * * * *', '5-1 * * * *', 'a * * * *'].map((cron) => ({
        cron,
      }))
    )
    .run(({ assert }, { cron }) => assert.throws(() => parseCron(cron)))

  test('the next time leaps over the hour that does not exist', ({ assert }) => {
    const next = nextDue(parseCron('30 2 * * *'), new Date('2026-03-28T12:00:00Z'))

    assert.equal(next?.toISOString(), '2026-03-29T01:00:00.000Z')
  })

  test('what went wrong is shown without accounts, addresses and keys', ({ assert }) => {
    const error = new Error(
      'ES9121000418450200051332 de ana@ejemplo.es con sk_live_51Hc9xkq2eZvKYlo2C8pT en postgres://app:secreta@host/db'
    )

    assert.equal(maskedError(error), 'Error: ES•••• 1332 de •••@••• con ••• en postgres://app:•••@host/db')
  })
})

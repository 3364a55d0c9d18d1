import { setTimeout as sleep } from 'node:timers/promises'
import mail from '@adonisjs/mail/services/main'
import { test } from '@japa/runner'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'
import { sendMail } from '#app/mail/send_queued_mails'

/** The mail server answers this way until the test is over. */
function serverThat(answers: () => Promise<unknown>, cleanup: (undo: () => void) => void): void {
  const { send } = mail
  mail.send = answers as typeof mail.send
  cleanup(() => {
    mail.send = send
  })
}

async function queued(): Promise<number> {
  const to = `alguien-${Math.random()}@prueba.test`
  await inTransaction((trx) => queueMail({ to, subject: 'Aviso', body: 'Texto' }, trx))
  return (await oneRow<{ id: number }>(`select id from outgoing_mails where "to" = :to`, { to })).id
}

const stateOf = (id: number) =>
  oneRow<{ status: string; attempts: number; error: string | null; minutes: number }>(
    `select status, attempts, error, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from outgoing_mails where id = :id`,
    { id }
  )

test.group('Outgoing mail', () => {
  test('is tried for days, not minutes, while the server does not answer, and then goes out', async ({
    assert,
    cleanup,
  }) => {
    const id = await queued()
    serverThat(() => Promise.reject(new Error('connect ECONNREFUSED')), cleanup)

    const waits: number[] = []
    for (let tries = 0; tries < 12; tries++) {
      await sendMail(id)
      waits.push((await stateOf(id)).minutes)
    }
    const waiting = await stateOf(id)
    serverThat(() => Promise.resolve(), cleanup)
    const isSent = await sendMail(id)

    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
    assert.deepInclude(waiting, { status: 'queued', attempts: 12, error: 'connect ECONNREFUSED' })
    assert.isTrue(isSent)
    assert.deepInclude(await stateOf(id), { status: 'sent', attempts: 13, error: null })
  })

  test('goes out once, however many workers send at the same time', async ({ assert, cleanup }) => {
    const id = await queued()
    let sent = 0
    serverThat(async () => {
      sent++
      await sleep(200)
    }, cleanup)

    const outcomes = await Promise.all([sendMail(id), sendMail(id), sendMail(id)])

    assert.equal(sent, 1)
    assert.deepEqual(outcomes.filter(Boolean), [true])
  })
})

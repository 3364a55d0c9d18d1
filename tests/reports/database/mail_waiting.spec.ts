import { test } from '@japa/runner'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { execute, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { mailWaiting } from '#app/reports/actions/mail_waiting'
import { approve, makeInvoiceStage, reviewed, submitted } from '#tests/factories/invoice_stage'

const monday = calendarDate('2026-11-16')

const mailsTo = (email: string, subject: string) =>
  rows<{ subject: string; body: string }>(
    `select subject, body from outgoing_mails where "to" = :email and subject like :like`,
    { email, like: `${subject}%` }
  )
const told = (email: string) => mailsTo(email, 'Pendiente de su decisión')

/** Everybody who is there already has had the mail of the day. */
const mailOthers = () =>
  execute(
    `insert into outgoing_mails ("to", subject, body, status, object_type, object_id)
     select email::text, 'Aviso', 'Aviso', 'sent', 'waiting:${monday}', id from users`
  )

test.group('What waits, by e-mail', () => {
  test('who may decide is told once a day how much waits, without amounts or names; others are not', async ({
    assert,
  }) => {
    await mailOthers()
    const stage = await makeInvoiceStage()
    await submitted(stage, { number: 'AVISO-1', totalMinor: 12_100 })
    const second = await submitted(stage, { number: 'AVISO-2', totalMinor: 24_200 })
    await approve(second, stage.approver)

    await mailWaiting(monday)
    await mailWaiting(monday)

    const [mail, ...more] = await told(stage.approver.email)
    assert.lengthOf(more, 0)
    // Who may verify accounts has those of every supplier besides.
    assert.match(String(mail?.subject), /^Pendiente de su decisión: \d+ documentos?$/)
    assert.match(String(mail?.body), /- Facturas: 1, la más antigua desde el \d\d\/\d\d\/\d{4}\n/)
    assert.notMatch(String(mail?.body), /AVISO|121|Suministros/)
    assert.isEmpty(await told(stage.accountant.email))
  })

  test('an urgent invoice is told at once to who may approve it, an ordinary one is not', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const urgent = await reviewed(stage, { number: 'URGE-1' })
    await execute(`update invoices set priority = 'urgent' where id = :urgent`, { urgent })

    await submitInvoice(urgent, stage.accountant.actor)
    await submitted(stage, { number: 'CALMA-1' })

    const mails = await mailsTo(stage.approver.email, 'Factura')
    assert.lengthOf(mails, 1)
    assert.match(String(mails[0]?.subject), /^Factura urgente pendiente de aprobar: .* · URGE-1$/)
    assert.match(String(mails[0]?.body), /121,00\s€ de Suministros de prueba/)
    assert.isEmpty(await mailsTo(stage.accountant.email, 'Factura'))
  })
})

import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { mailSiteReports } from '#app/reports/actions/mail_site_reports'
import { makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'

const march = calendarDate('2026-03-10')

const mailsTo = (email: string) =>
  rows<{ subject: string; body: string }>(`select subject, body from outgoing_mails where "to" = :email`, {
    email,
  })

/** Everybody who is there already has had the mail of March. */
const mailOthers = () =>
  execute(
    `insert into outgoing_mails ("to", subject, body, status, object_type, object_id)
     select email::text, 'Informe', 'Informe', 'sent', 'site_reports:2026-03', id from users`
  )

test.group('The monthly report by e-mail', () => {
  test('each approver gets one mail with their own companies, once a month', async ({ assert }) => {
    await mailOthers()
    const [own, other] = [await makeSite(), await makeSite()]
    const approver = await makeUser('aprobador', { siteIds: [own.siteId] })
    const accountant = await makeUser('c0ntab1l1dad')

    await mailSiteReports(march)
    await mailSiteReports(march)

    const mails = await mailsTo(approver.email)
    assert.lengthOf(mails, 1)
    assert.equal(mails[0]?.subject, 'Informe mensual de empresas: 01/03/2026 – 31/03/2026')
    assert.include(mails[0]?.body, `/sites/${own.siteId}/report?from=2026-03-01&to=2026-03-31`)
    assert.notInclude(mails[0]?.body, `/sites/${other.siteId}/report`)
    const files = await rows<{ name: string; mime: string }>(
      `select f.name, f.mime from outgoing_mails m join outgoing_mail_files a on a.mail_id = m.id join files f on f.id = a.file_id where m."to" = :email`,
      { email: approver.email }
    )
    assert.deepEqual(files, [{ name: `informe-${own.code}-2026-03.pdf`, mime: 'application/pdf' }])
    assert.isEmpty(await mailsTo(accountant.email))
  })
})

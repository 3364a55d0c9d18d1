import { test } from '@japa/runner'
import { findAccount } from '#app/accounts/queries/find_account'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { lockMonth } from '#app/ledger/actions/lock_month'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { ignoreLine } from '#app/reconciliation/actions/ignore_line'
import { certificatePdf } from '#app/reconciliation/certificates/certificate_pdf'
import { findCertificates } from '#app/reconciliation/certificates/list_certificates'
import {
  prepareCertificate,
  reopenCertificate,
  reviewCertificate,
} from '#app/reconciliation/certificates/prepare_certificate'
import { checkStatements } from '#app/reconciliation/queries/check_statements'
import { explainDifference } from '#app/reconciliation/queries/explain_difference'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const april = calendarDate('2026-04-01')
const actorOf = (person: { id: number }) => ({ userId: person.id, kind: 'user' as const })

/** Two fees in April, the second on its last day; `lost` cents of the bank never reached the file. */
async function makeApril(lost = 0) {
  const treasury = await makeTreasury()
  await importBytes(
    treasury.accountId,
    csvStatement([
      { on: '2026-04-09', cents: -1_000, text: 'COMISION', balance: 1_000_000 - lost - 1_000 },
      { on: '2026-04-30', cents: -500, text: 'CUSTODIA', balance: 1_000_000 - lost - 1_500 },
    ])
  )
  return treasury
}

test.group('Acta of a month', () => {
  test('what only the bank has explains the difference, and another person reviews it', async ({
    assert,
  }) => {
    const { accountId, person } = await makeApril()
    const [fee] = await linesOf(accountId)
    await bookDirect({
      lineId: fee?.id ?? 0,
      accountCode: '626',
      description: 'Comisión',
      actor: person.actor,
    })

    const id = await prepareCertificate({ bankAccountId: accountId, month: april, actor: actorOf(person) })

    const [acta] = await findCertificates(accountId)
    assert.deepEqual(
      [acta?.bankMinor, acta?.ledgerMinor, acta?.explainedMinor, acta?.unexplainedMinor],
      [998_500, 999_000, -500, 0]
    )
    assert.deepEqual(
      acta?.bankItems.map(({ minor }) => minor),
      [-500]
    )
    await assert.rejects(() => reviewCertificate(id, actorOf(person)), /una persona distinta/)
    await reviewCertificate(id, actorOf(await makeUser('superC0ntab1l1dad')))
    assert.equal((await findCertificates(accountId))[0]?.status, 'reviewed')
    await assert.rejects(
      () => prepareCertificate({ bankAccountId: accountId, month: april, actor: actorOf(person) }),
      /./
    )
    await reopenCertificate(id, 'Llegó otro extracto', person.actor)
    assert.equal((await findCertificates(accountId))[0]?.status, 'draft')
  })

  test('an ignored movement is not the bank’s, in the acta and on the page of the account alike', async ({
    assert,
  }) => {
    const { accountId, person } = await makeApril()
    const [fee] = await linesOf(accountId)
    await ignoreLine({ lineId: fee?.id ?? 0, reason: 'Repetido por el banco', actor: person.actor })

    const id = await prepareCertificate({ bankAccountId: accountId, month: april, actor: actorOf(person) })

    const account = await findAccount(accountId, {
      userId: person.id,
      role: 'superC0ntab1l1dad',
      siteIds: 'all',
    })
    if (!account) throw new Error('No account')
    const parts = await explainDifference(account)
    const [acta] = await findCertificates(accountId)
    assert.deepEqual([acta?.explainedMinor, acta?.unexplainedMinor], [-500, -1_000])
    assert.deepEqual([parts?.bank.amount.minor, parts?.rest.minor], [-500, -1_000])
    const reviewer = actorOf(await makeUser('superC0ntab1l1dad'))
    await assert.rejects(() => reviewCertificate(id, reviewer), /sin explicar/)
  })

  test('what nothing explains keeps it from being reviewed and the month from being locked', async ({
    assert,
  }) => {
    const { accountId, siteId, person } = await makeApril(2_500)
    const id = await prepareCertificate({ bankAccountId: accountId, month: april, actor: actorOf(person) })
    const reviewer = await makeUser('superC0ntab1l1dad')

    await assert.rejects(() => reviewCertificate(id, actorOf(reviewer)), /-?25,00.*sin explicar/)
    await assert.rejects(
      () => lockMonth({ siteId, month: april, reason: 'Cierre de abril', actor: person.actor }),
      /Cuenta operativa \(.*25,00/
    )
  })

  test('a month whose accounts are explained is locked; one that no statement reaches is not', async ({
    assert,
  }) => {
    const { siteId, person } = await makeApril()

    await lockMonth({ siteId, month: april, reason: null, actor: person.actor })

    const { locks } = await oneRow<{ locks: number }>(
      `select count(*)::int as locks from period_locks where site_id = :siteId`,
      { siteId }
    )
    assert.equal(locks, 1)
    await assert.rejects(
      () => lockMonth({ siteId, month: calendarDate('2026-05-01'), reason: null, actor: person.actor }),
      /sin extracto hasta el 31\/05\/2026/
    )
  })

  test('the database keeps the two people apart and a reviewed acta as it is', async ({ assert }) => {
    const { accountId, person } = await makeApril()
    const id = await prepareCertificate({ bankAccountId: accountId, month: april, actor: actorOf(person) })

    await assert.rejects(
      () =>
        execute(
          `update reconciliation_certificates set status = 'reviewed', reviewed_by = prepared_by, reviewed_at = now() where id = :id`,
          { id }
        ),
      /check constraint/
    )
    await reviewCertificate(id, actorOf(await makeUser('superC0ntab1l1dad')))
    await assert.rejects(
      () =>
        execute(`update reconciliation_certificates set bank_minor = 1, explained_minor = 1 where id = :id`, {
          id,
        }),
      /certificate_frozen/
    )
  })

  test('its PDF is one', async ({ assert }) => {
    const { accountId, person } = await makeApril()
    await prepareCertificate({ bankAccountId: accountId, month: april, actor: actorOf(person) })
    const [acta] = await findCertificates(accountId)
    if (!acta) throw new Error('No acta')

    const pdf = await certificatePdf(acta, {
      account: 'Cuenta operativa',
      iban: null,
      site: 'Empresa',
      printedBy: 'Prueba',
    })

    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    assert.isAbove(pdf.byteLength, 2_000)
  })
})

test.group('Balance of the statements', () => {
  test('the first statement that does not follow the one before it is named', async ({ assert }) => {
    const { accountId } = await makeApril()
    await importBytes(
      accountId,
      csvStatement([{ on: '2026-05-04', cents: -100, text: 'SELLO', balance: 997_000 }]),
      'insisting'
    )

    const check = await checkStatements(accountId)

    assert.equal(check?.difference.minor, 0)
    assert.deepInclude(check?.broken, { from: '2026-05-04', why: 'chain' })
    assert.equal(check?.broken?.difference.minor, -1_400)
  })
})

import { test } from '@japa/runner'
import pg from 'pg'
import { ALL_RULES } from '#app/invoices/audit/all_rules'
import { evaluateInvoices } from '#app/invoices/audit/evaluate_invoices'
import { isFew } from '#app/invoices/audit/invoice_facts'
import { ibanOwners, paymentsElsewhere } from '#app/invoices/audit/outside_facts'
import { readAuditContext } from '#app/invoices/audit/read_context'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { auditProviders } from '#app/invoices/auditing/audit_providers'
import { refreshProviderStats } from '#app/invoices/auditing/refresh_provider_stats'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { addMonths, calendarDate, daysBetween, startOfMonth, today } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import env from '#start/env'
import { CASES, SUPPLIER_CASES } from '#tests/factories/audit_cases'
import { Planter } from '#tests/factories/audit_plants'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'

async function siteWithEntry(): Promise<[number, number]> {
  const { siteId } = await makeSite()
  const lines = [
    { accountId: await makeAccount(siteId, '628'), amountMinor: 100 },
    { accountId: await makeAccount(siteId, '410'), amountMinor: -100 },
  ]
  const header = {
    siteId,
    postedOn: calendarDate('2026-01-10'),
    journal: 'compras' as const,
    kind: 'test.audit',
  }
  await inTransaction((trx) =>
    postEntry(
      { ...header, idempotencyKey: `test:audit:${siteId}`, description: 'Asiento de prueba', lines },
      trx
    )
  )
  const { id } = await oneRow<{ id: number }>(
    `select max(id) as id from journal_entries where site_id = :siteId`,
    { siteId }
  )
  return [siteId, id]
}

/** A planter over two companies, whose limit of approval is 30,000 euros. */
async function makePlanter(): Promise<{ planter: Planter; close: () => Promise<void> }> {
  const entries = new Map([await siteWithEntry(), await siteWithEntry()])
  for (const siteId of entries.keys())
    await execute(
      `insert into approval_policies (site_id, kind, from_minor, required, aggregate_days) values (:siteId, 'invoice', 3000000, 3, 7)`,
      { siteId }
    )
  await execute(
    `update invoice_audit_rules set params = jsonb_build_object('barred', jsonb_build_array('0:' || (select id from categories where name = 'Publicidad'))) where code = 'P6'`
  )
  await execute(
    `insert into fx_rates (currency, on_date, rate) select 'USD', current_date - n, 1.1 from generate_series(0, 60) n on conflict do nothing`
  )
  for (let at = 0; at < 2; at++) await makeUser('c0ntab1l1dad')
  const owner = new pg.Client({ connectionString: env.get('DATABASE_URL') })
  await owner.connect()
  const planter = new Planter(owner, [...entries.keys()], entries)
  await planter.begin()
  const close = async () => {
    await planter.end()
    await owner.end()
  }
  return { planter, close }
}

const providersOf = (ids: number[]) =>
  rows<{ id: number }>(`select distinct provider_id as id from invoices where id = any(:ids::bigint[])`, {
    ids,
  })

test.group('Rules of the audit', (group) => {
  group.teardown(async () => {
    await execute(`update invoice_audit_rules set params = '{}' where code = 'P6'`)
  })

  for (const [code, plant] of Object.entries(CASES)) {
    test(`${code} finds what it is for and leaves alone what only looks like it`, async ({
      assert,
      cleanup,
    }) => {
      const { planter, close } = await makePlanter()
      cleanup(close)
      await plant(planter)
      const ids = planter.planted.map(({ invoiceId }) => invoiceId)
      await refreshProviderStats((await providersOf(ids)).map(({ id }) => id))

      const found = await evaluateInvoices(ids, await readAuditContext())

      for (const { invoiceId, isFinding } of planter.planted) {
        const hits = (found.get(invoiceId) ?? []).filter(
          (one) => one.code === code && (code !== 'D3' || one.severity !== 'info')
        )
        assert.equal(
          hits.length > 0,
          isFinding,
          `${code} on ${invoiceId}: ${hits.map(({ message }) => message)}`
        )
        for (const hit of hits) assert.isNotEmpty(hit.evidence.values ?? hit.evidence.invoiceIds)
      }
    })
  }

  test('areas above are asked about payments without an invoice and further accounts', async ({
    assert,
    cleanup,
  }) => {
    const { planter, close } = await makePlanter()
    cleanup(close)
    const iban = planter.iban()
    const id = await planter.invoice({ provider: await planter.provider(), iban })
    paymentsElsewhere.answer(async (wanted, days) =>
      wanted
        .filter(({ invoiceId }) => invoiceId === id)
        .map(({ invoiceId, totalMinor, issuedOn }) => ({
          invoiceId,
          source: 'Tarjeta',
          reference: `MOV-${days}`,
          amountMinor: totalMinor,
          paidOn: issuedOn,
        }))
    )
    ibanOwners.answer(async (ibans) => new Map(ibans.includes(iban) ? [[iban, ['un prestamista']]] : []))

    const found = (await evaluateInvoices([id], await readAuditContext())).get(id) ?? []

    assert.match(found.find(({ code }) => code === 'D5')?.message ?? '', /Tarjeta MOV-7/)
    assert.match(found.find(({ code }) => code === 'B3')?.message ?? '', /un prestamista/)
  })

  test('every rule has its row, with the severity it is made with', async ({ assert }) => {
    const kept = await rows<{ code: string; defaultSeverity: string; isLocked: boolean }>(
      `select code, default_severity, is_locked from invoice_audit_rules order by code`
    )

    assert.deepEqual(
      kept,
      ALL_RULES.map(({ code, severity, isLocked }) => ({
        code,
        defaultSeverity: severity,
        isLocked: isLocked === true,
      })).sort((a, b) => (a.code < b.code ? -1 : 1))
    )
  })

  test('many at once are judged as each of them alone', async ({ assert, cleanup }) => {
    const { planter, close } = await makePlanter()
    cleanup(close)
    for (const code of ['D1', 'D2', 'D3', 'D4', 'A1', 'R4', 'R5', 'R6', 'B3', 'S1'])
      await CASES[code]?.(planter)
    const ids = planter.planted.map(({ invoiceId }) => invoiceId)
    const context = await readAuditContext()
    // A few are asked about in one statement, many each by itself: only then is one way held against the other.
    assert.isFalse(isFew(ids))

    const together = await evaluateInvoices(ids, context)

    for (const id of ids) assert.deepEqual((await evaluateInvoices([id], context)).get(id), together.get(id))
  })

  test('judging again neither repeats an alarm nor keeps one whose reason is gone', async ({
    assert,
    cleanup,
  }) => {
    const { planter, close } = await makePlanter()
    cleanup(close)
    await CASES.A3?.(planter)
    const id = planter.planted[0]?.invoiceId ?? 0
    const audit = () => inTransaction((trx) => auditInvoice(id, trx))
    const alarms = () =>
      rows<{ ruleCode: string; status: string }>(
        `select rule_code, status from invoice_alarms where invoice_id = :id and rule_code = 'A3'`,
        { id }
      )

    await audit()
    await audit()
    const twice = await alarms()
    await execute(`update invoices set total_minor = 96800 where id = :id`, { id })
    // The triggers of invoices rest while cases are planted: what they would tell its findings is told here.
    await execute(`update invoice_alarms set of_minor = of_minor where invoice_id = :id`, { id })
    await audit()

    assert.deepEqual(twice, [{ ruleCode: 'A3', status: 'open' }])
    assert.deepEqual(await alarms(), [{ ruleCode: 'A3', status: 'auto_closed' }])
  })
})

test.group('Rules on suppliers as a whole', () => {
  const alarmsOf = (provider: number) =>
    rows<{ ruleCode: string; status: string; siteId: number }>(
      `select rule_code, status, site_id from invoice_alarms where provider_id = :provider order by id`,
      { provider }
    )

  for (const [code, plant] of Object.entries(SUPPLIER_CASES)) {
    test(`${code} finds what it is for and leaves alone what only looks like it`, async ({
      assert,
      cleanup,
    }) => {
      const { planter, close } = await makePlanter()
      cleanup(close)
      await plant(planter)

      await auditProviders(await readAuditContext(), [code])

      for (const { providerId, isFinding } of planter.suppliers)
        assert.deepEqual(
          (await alarmsOf(providerId)).map(({ ruleCode }) => ruleCode),
          isFinding ? [code] : []
        )
    })
  }

  test('a monthly invoice that did not come is missed, once, until it comes', async ({ assert, cleanup }) => {
    const { planter, close } = await makePlanter()
    cleanup(close)
    const [provider, site = 0] = [await planter.provider(), planter.sites[0]]
    const ago = (months: number, day: string) =>
      daysBetween(calendarDate(`${addMonths(startOfMonth(today()), -months).slice(0, 8)}${day}`), today())
    for (let at = 2; at < 10; at++)
      await planter.invoice({
        provider,
        site,
        issued: ago(at, '10'),
        received: 1,
        number: `M-${at * 5}`,
      })
    const audit = async () => auditProviders(await readAuditContext(), ['R10'])

    await audit()
    await audit()
    const missed = await alarmsOf(provider)
    await planter.invoice({ provider, site, issued: ago(1, '10'), received: 1, number: 'M-1' })
    await planter.invoice({ provider, site, issued: ago(0, '01'), received: 0, number: 'M-0' })
    await audit()

    assert.deepEqual(missed, [{ ruleCode: 'R10', status: 'open', siteId: site }])
    assert.deepEqual(
      (await alarmsOf(provider)).map(({ status }) => status),
      ['auto_closed']
    )
  })

  test('first digits that are all alike are told where amounts differ widely, and not where they do not', async ({
    assert,
    cleanup,
  }) => {
    const { planter, close } = await makePlanter()
    cleanup(close)
    const [wide, narrow, site = 0] = [await planter.provider(), await planter.provider(), planter.sites[0]]
    for (let at = 0; at < 100; at++) {
      const base = 10 ** (3 + (at % 4))
      await planter.invoice({
        provider: wide,
        site,
        status: 'booked',
        issued: 40 + at,
        base: 5 * base,
        vat: base,
      })
      await planter.invoice({
        provider: narrow,
        site,
        status: 'booked',
        issued: 40 + at,
        base: 50_000 + at,
        vat: 100,
      })
    }
    await execute(`update invoice_audit_rules set params = '{"invoices": 100}' where code = 'R9'`)
    cleanup(async () => {
      await execute(`update invoice_audit_rules set params = '{}' where code = 'R9'`)
    })

    await auditProviders(await readAuditContext(), ['R9'])

    assert.deepEqual(
      (await alarmsOf(wide)).map(({ ruleCode }) => ruleCode),
      ['R9']
    )
    assert.deepEqual(await alarmsOf(narrow), [])
  })
})

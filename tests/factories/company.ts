import { ALL_BANKS } from '#app/banking/providers/all_banks'
import { createManualEntry } from '#app/books/actions/save_manual_entry'
import { issueInvoice } from '#app/issuing/invoices/issue_invoice'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { proposeApproval } from '#app/sites/actions/grant_approval'
import { type BankStage, makeBankStage } from '#tests/factories/bank_pages'
import { makeSite } from '#tests/factories/books'
import { makeDraft } from '#tests/factories/contracts'
import { makeProvider } from '#tests/factories/documents'
import { switchOn, taxCodeId } from '#tests/factories/issuing'
import { makeLoanWork } from '#tests/factories/loan_work'
import { makeUser, type Person } from '#tests/factories/people'
import { makeBatch, makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { makeEmployee } from '#tests/factories/staff'
import { csvStatement, importBytes } from '#tests/factories/statements'

/** Keys of one of everything that belongs to a company; every text of it has the word in it. */
export async function makeWholeCompany(word: string) {
  const treasury = await makeTreasury()
  const { siteId, accountId, person } = treasury
  await execute(
    `update sites set legal_name = :word || ' ' || code || ', S.L.', trade_name = :word || ' ' || code where id = :siteId`,
    { word, siteId }
  )
  await execute(`update bank_accounts set name = :word || ' operativa' where id = :accountId`, {
    word,
    accountId,
  })
  const invoice = await makeBookedInvoice(treasury, `${word}-1`)
  const paid = await makeBookedInvoice(treasury, `${word}-2`)
  const batchId = await makeBatch(treasury)
  const order = await makeSentOrder(treasury, paid.id, 12_100, batchId)
  await importBytes(
    accountId,
    csvStatement([{ on: '2026-04-10', cents: -4_500, text: `COMISION ${word}`, balance: 995_500 }])
  )
  const employee = await makeEmployee(siteId, person, { lastName: word })
  const center = await oneRow<{ id: number }>(
    `insert into site_centers (site_id, code, name) values (:siteId, 'C1', :word) returning id`,
    { siteId, word }
  )
  const approver = await makeUser('aprobador')
  const approvalId = await proposeApproval(
    {
      siteId,
      userId: approver.id,
      kinds: ['invoice'],
      maxAmountMinor: 100,
      dailyLimitMinor: null,
      activeFrom: calendarDate('2026-01-01'),
      activeTo: null,
    },
    (await makeUser('s1st3ma')).actor
  )
  const settingChange = await oneRow<{ id: number }>(SETTING_CHANGE, {
    siteId,
    word,
    userId: (await makeUser('s1st3ma')).id,
  })
  await execute(BANK_WORK, { siteId, accountId, word, userId: person.id, lineId: invoice.journalLineId })
  await execute(AUDIT_WORK, { siteId, word, invoiceId: invoice.id, key: `${word}-${siteId}` })
  const found = await oneRow<Found>(KEYS_OF_COMPANY, { siteId, accountId, invoiceId: invoice.id })
  const manualId = await createManualEntry(
    {
      siteId,
      postedOn: calendarDate('2026-03-10'),
      description: `${word} a mano`,
      lines: [
        { accountId: found.ledgerAccountId, amountMinor: 100, memo: null },
        { accountId: found.ledgerAccountId, amountMinor: -100, memo: null },
      ],
    },
    person.actor
  )
  const { id: supplier } = await makeProvider(person)
  const contract = await makeDraft({ providerId: supplier, siteIds: [siteId], title: `${word} contrato` })
  const { recurrentId, occurrenceId } = await makeRecurrent(treasury, word)
  const legal = await oneRow<LegalKeys>(LEGAL_WORK, { siteId, word, userId: person.id })
  const payroll = await oneRow<{ payrollId: number; payrollRunId: number; provisionId: number }>(
    PAYROLL_WORK,
    {
      siteId,
      accountId,
      word,
      employeeId: employee.id,
      providerId: treasury.provider.id,
      userId: person.id,
    }
  )
  const note = await oneRow<{ noteId: number; noteLineId: number }>(EXPENSE_WORK, {
    siteId,
    word,
    employeeId: employee.id,
    userId: person.id,
  })
  const issued = await issueOne(siteId, word, person)
  const { siteId: otherId } = await makeSite()
  const rebilled = await oneRow<RebillingKeys>(REBILLING_WORK, {
    siteId,
    word,
    otherId,
    userId: person.id,
  })
  const jobRun = await oneRow<{ id: number }>(
    `insert into job_runs (queue, title, message, status, site_id, finished_at)
     values ('reconciliation.suggest-matches', :word || ' conciliar', :word || ' conciliado', 'succeeded', :siteId, now()) returning id`,
    { siteId, word }
  )
  return {
    ...found,
    otherId,
    banks: await makeBanks(siteId, word),
    ...issued,
    ...payroll,
    ...legal,
    ...note,
    ...rebilled,
    recurrentId,
    occurrenceId,
    siteId,
    accountId,
    invoiceId: invoice.id,
    orderId: order.id,
    batchId,
    employeeId: employee.id,
    centerId: center.id,
    approvalId,
    settingChangeId: settingChange.id,
    manualId,
    contractId: contract.id,
    jobRunId: jobRun.id,
    ...(await makeLoanWork(siteId, word, person.id)),
  }
}

/** An invoice with its record, to somebody outside. */
async function issueOne(siteId: number, word: string, person: Person) {
  await switchOn({ siteId }, person)
  const taxCode = await taxCodeId('IVA21')
  const { id, recordId } = await inTransaction((trx) =>
    issueInvoice(trx, {
      issuerSiteId: siteId,
      recipient: { name: `${word} cliente`, taxId: 'B12345674' },
      treatment: 'invoice',
      issuedOn: calendarDate('2026-11-02'),
      description: `${word} servicios`,
      lines: [{ description: `${word} administración`, baseMinor: 10_000, taxCodeId: taxCode }],
      actor: person.actor,
    })
  )
  const series = await oneRow<{ id: number }>(`select series_id as id from issued_invoices where id = :id`, {
    id,
  })
  return { issuedInvoiceId: id, issuedRecordId: recordId ?? 0, issuedSeriesId: series.id }
}

/** A connection with each bank by its code; paused, so that their pages ask nothing of it. */
async function makeBanks(siteId: number, word: string): Promise<Record<string, BankStage>> {
  const banks: Record<string, BankStage> = {}
  for (const { connector } of ALL_BANKS)
    banks[connector.code] = await makeBankStage(connector.code, { siteId, word, status: 'paused' })
  return banks
}

/** An agreement that falls due every month, and one day of it. */
async function makeRecurrent(
  { siteId, provider, person }: Awaited<ReturnType<typeof makeTreasury>>,
  word: string
): Promise<{ recurrentId: number; occurrenceId: number }> {
  return oneRow(
    `with made as (insert into recurrent_payments (site_id, provider_id, concept, kind, amount_mode, amount_minor, frequency, day, start_on, next_on, created_by, updated_by)
       values (:siteId, :providerId, :word || ' alquiler', 'rent', 'fixed', 5000, 'monthly', 1, '2026-01-01', '2026-12-01', :userId, :userId) returning id),
     day as (insert into recurrent_occurrences (recurrent_payment_id, due_on, pay_on, amount_minor) select id, '2026-11-01', '2026-11-02', 5000 from made returning id)
     select made.id as recurrent_id, day.id as occurrence_id from made, day`,
    { siteId, providerId: provider.id, word, userId: person.id }
  )
}

type RebillingKeys = { rebillingSettingId: number; allocationKeyId: number; chargeId: number }

/** A rule, a value of a key and a charge to another company. */
const REBILLING_WORK = `
  with rule as (insert into rebilling_settings (name, origin_site_id, takes_notes, allocation, treatment, frequency, valid_from, created_by)
      values (:word || ' regla ' || :siteId, :siteId, true, 'equal', 'debit_note', 'monthly', '2026-01-01', :userId) returning id),
    target as (insert into rebilling_setting_targets (setting_id, site_id, position) select id, :otherId, 1 from rule),
    key as (insert into allocation_keys (name, month, site_id, value, updated_by) values (lower(:word), '2026-03-01', :siteId, 10, :userId) returning id),
    charge as (insert into rebilling_transactions (number, split_id, origin_site_id, target_site_id, period_from, period_to, concept, base_minor, total_minor, treatment, settlement, created_by)
      values ('RF-2026-' || (900000 + :siteId), gen_random_uuid(), :siteId, :otherId, '2026-03-01', '2026-03-31', :word || ' refacturado', 10000, 10000, 'debit_note', 'payment', :userId) returning id),
    cost as (insert into rebilling_sources (transaction_id, source_type, amount_minor, account_code, concept) select id, 'manual', 10000, '629', :word || ' gasto' from charge)
  select rule.id as rebilling_setting_id, key.id as allocation_key_id, charge.id as charge_id from rule, key, charge`

/** A control that somebody wants to loosen. */
const SETTING_CHANGE = `
  insert into setting_changes (setting, site_id, before, after, reason, proposed_by)
  values ('direct_booking', :siteId, '0', '5000', :word || ' lo pide', :userId) returning id`

/** A salary, a run without payments and a provision. */
const PAYROLL_WORK = `
  with salary as (insert into payroll_payments (site_id, employee_id, period, concept, net_minor, pay_on, created_by)
      values (:siteId, :employeeId, '2026-11', 'salary', 150000, '2026-11-30', :userId) returning id),
    run as (insert into payment_runs (number, site_id, debtor_account_id, concept, execution_date, created_by)
      values ('NM-' || :siteId, :siteId, :accountId, :word || ' 11/2026', '2026-11-30', :userId) returning id),
    provision as (insert into supplier_provisions (site_id, provider_id, concept, amount_minor, expected_on, created_by)
      values (:siteId, :providerId, :word || ' provision', 5000, '2026-12-01', :userId) returning id)
  select salary.id as payroll_id, run.id as payroll_run_id, provision.id as provision_id from salary, run, provision`

type LegalKeys = { procedureId: number; procedurePhaseId: number; costId: number }

/** A procedure in draft with a phase and a planned cost. */
const LEGAL_WORK = `
  with made as (insert into legal_procedures (number, site_id, kind, title, search_text, created_by)
      values ('PL-T-' || :siteId, :siteId, 'civil', :word || ' pleito', lower(:word), :userId) returning id),
    step as (insert into legal_procedure_phases (procedure_id, phase_id, position, name)
      select made.id, f.id, 1, :word || ' fase' from made, (select id from phases order by position limit 1) f returning id, procedure_id),
    cost as (insert into legal_procedure_costs (procedure_id, procedure_phase_id, concept, description, payee_name, payee_iban, base_minor, total_minor, due_on, created_by)
      select procedure_id, id, 'registry', :word || ' registro', :word || ' notario', 'ES9121000418450200051332', 5000, 5000, '2026-12-01', :userId from step returning id)
  select made.id as procedure_id, step.id as procedure_phase_id, cost.id as cost_id from made, step, cost`
/** An expense note that somebody is reviewing. */
const EXPENSE_WORK = `
  with note as (insert into expense_notes (number, channel, site_id, employee_id, claimant_name, claimant_tax_id, title, total_minor, approved_minor, status, created_by)
      values ('NG-X-' || :siteId, 'internal', :siteId, :employeeId, :word || ' Persona', '00000000T', :word || ' viaje', 1000, 1000, 'in_review', :userId) returning id),
    line as (insert into expense_note_lines (note_id, position, spent_on, category, concept, document_kind, base_minor, total_minor, approved_minor)
      select id, 1, current_date, 'other', :word, 'none', 1000, 1000, 1000 from note returning id)
  select note.id as note_id, line.id as note_line_id from note, line`

type Found = {
  ledgerAccountId: number
  statementId: number
  lineId: number
  entryId: number
  yearId: number
  invoiceLineId: number
  ruleId: number
  associationId: number
  certificateId: number
  reconciliationId: number
  alarmId: number
  runId: number
}

const KEYS_OF_COMPANY = `
  select b.ledger_account_id,
    (select max(id) from bank_statements where bank_account_id = b.id) as statement_id,
    (select max(id) from bank_statement_lines where bank_account_id = b.id) as line_id,
    (select max(id) from journal_entries where site_id = b.site_id) as entry_id,
    (select max(id) from fiscal_years where site_id = b.site_id) as year_id,
    (select max(id) from invoice_lines where invoice_id = :invoiceId) as invoice_line_id,
    (select max(id) from bank_rules where site_id = b.site_id) as rule_id,
    (select max(id) from match_associations where site_id = b.site_id) as association_id,
    (select max(id) from reconciliation_certificates where site_id = b.site_id) as certificate_id,
    (select max(id) from reconciliations where site_id = b.site_id) as reconciliation_id,
    (select max(id) from invoice_alarms where invoice_id = :invoiceId) as alarm_id,
    (select max(id) from invoice_audit_runs where scope -> 'siteIds' = jsonb_build_array(b.site_id)) as run_id
  from bank_accounts b where b.id = :accountId and b.site_id = :siteId`

/** A rule, something learned, an acta of nothing and a punteo begun. */
const BANK_WORK = `
  with rule as (insert into bank_rules (site_id, bank_account_id, name, conditions, action)
      values (:siteId, :accountId, :word, '{"text": "comision", "pattern": null, "sign": null, "minMinor": null, "maxMinor": null, "iban": null}', '{"accountCode": "626", "description": null, "providerId": null, "taxCodeId": null, "centerId": null, "autoBook": false}')),
    learned as (insert into match_associations (site_id, skeleton, counterparty_type, counterparty_id) values (:siteId, :word, 'provider', 1)),
    acta as (insert into reconciliation_certificates (site_id, bank_account_id, month, currency, bank_minor, ledger_minor, explained_minor, unexplained_minor, bank_items, ledger_items, prepared_by)
      values (:siteId, :accountId, '2026-03-01', 'EUR', 0, 0, 0, 0, '[]', '[]', :userId)),
    begun as (insert into reconciliations (site_id, account_id, code, status, by_hand)
      select :siteId, account_id, 'X-' || :siteId, 'partial', true from journal_lines where id = :lineId returning id)
  insert into reconciliation_lines (reconciliation_id, journal_line_id, amount_minor) select begun.id, l.id, -1 from begun, journal_lines l where l.id = :lineId`

/** An alarm of an invoice, and a run over the company that has ended. */
const AUDIT_WORK = `
  with alarm as (insert into invoice_alarms (invoice_id, rule_code, fingerprint, severity, message) values (:invoiceId, 'R1', :word, 'info', :word))
  insert into invoice_audit_runs (scope, scope_key, status, finished_at)
    values (jsonb_build_object('siteIds', jsonb_build_array(:siteId::bigint), 'from', '2026-01-01', 'to', '2026-12-31', 'providerIds', '[]'::jsonb, 'rules', '[]'::jsonb, 'withPaid', true),
      :key, 'done', now())`

import { test } from '@japa/runner'
import { amendContract } from '#app/contracts/actions/amend_contract'
import { addContractFile } from '#app/contracts/actions/contract_files'
import { payDeposit, returnDeposit } from '#app/contracts/actions/deposits'
import { followContractCalendar } from '#app/contracts/actions/follow_calendar'
import { keepIpc } from '#app/contracts/actions/keep_ipc'
import {
  approveContract,
  resumeContract,
  returnContract,
  submitContract,
  suspendContract,
  terminateContract,
} from '#app/contracts/actions/move_contract'
import { revisePrices } from '#app/contracts/actions/revise_prices'
import { createContract, deleteContract, updateContract } from '#app/contracts/actions/save_contract'
import ProviderContract from '#app/contracts/models/provider_contract'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, calendarDate, today } from '#app/kernel/time/calendar_date'
import { balanceOf, makeBankAccount, makeSite } from '#tests/factories/books'
import { contractTerms, itemTerms, makeContract, makeDraft, paper } from '#tests/factories/contracts'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'

async function makeParties() {
  const { siteId } = await makeSite()
  const person = await makeUser('s1st3ma')
  const { id: providerId } = await makeProvider(person)
  return { siteId, providerId, person, parties: { providerId, siteIds: [siteId] } }
}

const stateOf = async (id: number) => (await ProviderContract.findOrFail(id)).status

test.group('A contract from draft to its end', () => {
  test('nobody puts in force what they wrote, changed, brought the paper of or sent in', async ({
    assert,
  }) => {
    const { parties } = await makeParties()
    const { id, author } = await makeDraft(parties)
    const [editor, filer, sender, approver] = [
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('s1st3ma'),
      await makeUser('s1st3ma'),
    ]
    const { lockVersion } = await ProviderContract.findOrFail(id)
    await updateContract(
      id,
      { ...contractTerms({ ...parties, title: 'Cambiado' }), lockVersion },
      editor.actor
    )
    await addContractFile(id, { kind: 'annex', name: 'anexo.pdf', bytes: paper() }, filer.actor)
    await submitContract(id, sender.actor)

    for (const person of [author, editor, filer, sender])
      await assert.rejects(
        () => approveContract(id, person.actor),
        'Debe aprobarlo una persona distinta de quien lo preparó.'
      )
    await assert.rejects(() =>
      execute(`update provider_contracts set status = 'active', approved_by = :by where id = :id`, {
        id,
        by: editor.id,
      })
    )
    await approveContract(id, approver.actor)
    assert.equal(await stateOf(id), 'active')
  })

  test('without its signed paper, with a blocked supplier or bad days it goes nowhere', async ({
    assert,
  }) => {
    const { parties, person } = await makeParties()
    const { id } = await createContract(contractTerms(parties), person.actor)
    await assert.rejects(
      () => submitContract(id, person.actor),
      'Adjunte el contrato firmado antes de aprobar.'
    )
    const bad = (terms: object) => createContract(contractTerms({ ...parties, ...terms }), person.actor)
    await assert.rejects(
      () => bad({ endsOn: calendarDate('2025-12-31') }),
      'La fecha de fin debe ser posterior al inicio.'
    )
    await assert.rejects(() => bad({ capMinor: 0 }), 'El tope debe ser mayor que cero.')
    await assert.rejects(
      () =>
        bad({
          items: [itemTerms({ code: 'A' }), itemTerms({ code: 'A', validFrom: calendarDate('2026-06-01') })],
        }),
      'Ya hay un precio de A vigente en esas fechas.'
    )
    await execute(`update providers set status = 'blocked' where id = :providerId`, parties)
    await assert.rejects(() => bad({}), 'El proveedor está bloqueado.')
  })

  test('a form that somebody overtook saves nothing, and only a draft is changed or deleted', async ({
    assert,
  }) => {
    const { parties, person } = await makeParties()
    const { id, author } = await makeDraft(parties)
    const terms = contractTerms(parties)
    await updateContract(id, { ...terms, lockVersion: 0 }, author.actor)
    await assert.rejects(() => updateContract(id, { ...terms, lockVersion: 0 }, author.actor), /Otro usuario/)
    await submitContract(id, author.actor)
    await assert.rejects(
      () => updateContract(id, { ...terms, lockVersion: 2 }, author.actor),
      /Solo se modifica un borrador/
    )
    await assert.rejects(() => deleteContract(id, author.actor), /Solo se modifica un borrador/)
    await returnContract(id, 'Falta un anexo', person.actor)
    assert.equal(await stateOf(id), 'draft')
  })

  test('the database refuses to rewrite prices, supplier or steps of an approved contract', async ({
    assert,
  }) => {
    const { parties } = await makeParties()
    const { id } = await makeContract({ ...parties, items: [itemTerms({ code: 'A' })] })
    for (const sql of [
      `update contract_items set unit_price_minor4 = 1 where contract_id = :id`,
      `delete from contract_items where contract_id = :id`,
      `insert into contract_items (contract_id, position, code, description, unit_price_minor4, valid_from) values (:id, 9, 'B', 'B', 1, '2026-01-01')`,
      `update provider_contracts set starts_on = '2025-01-01' where id = :id`,
      `update provider_contracts set status = 'draft' where id = :id`,
      `delete from provider_contracts where id = :id`,
    ])
      await assert.rejects(() => execute(sql, { id }))
  })

  test('suspended, resumed and terminated, each with its day and its reason', async ({ assert }) => {
    const { parties, person } = await makeParties()
    const { id } = await makeContract(parties)
    await assert.rejects(
      () => suspendContract(id, { onDay: calendarDate('2026-03-01'), reason: ' ' }, person.actor),
      'Indique el motivo (mínimo 5 caracteres).'
    )
    await suspendContract(id, { onDay: calendarDate('2026-03-01'), reason: 'Obras' }, person.actor)
    assert.equal(await stateOf(id), 'suspended')
    await resumeContract(id, null, person.actor)
    await terminateContract(
      id,
      { onDay: calendarDate('2026-05-31'), reason: 'Cierre del local' },
      person.actor
    )
    assert.equal(await stateOf(id), 'terminated')
    const events = await rows<{ event: string }>(
      `select event from audit_events where object_type = 'provider_contract' and object_id = :id order by id`,
      { id }
    )
    assert.includeMembers(
      events.map(({ event }) => event),
      [
        'contract.created',
        'contract.submit',
        'contract.approve',
        'contract.suspend',
        'contract.resume',
        'contract.terminate',
      ]
    )
  })

  test('an amendment brings new prices from its day on and leaves the old ones as they were', async ({
    assert,
  }) => {
    const { parties } = await makeParties()
    const { id, author, approver } = await makeContract({
      ...parties,
      items: [itemTerms({ code: 'A' })],
      capMinor: 100_000,
    })
    const from = calendarDate('2026-07-01')
    const amendmentId = await amendContract(id, { title: 'Subida', startsOn: from }, author.actor)
    await updateContract(
      amendmentId,
      {
        ...contractTerms({ ...parties, title: 'Subida', startsOn: from, capMinor: 200_000 }),
        items: [itemTerms({ code: 'A', unitPriceMinor4: 13_000, validFrom: from })],
        lockVersion: 0,
      },
      author.actor
    )
    const { item } = await oneRow<{ item: number }>(
      `select id as item from contract_items where contract_id = :id`,
      { id }
    )
    const priceAt = async (day: string) =>
      (
        await oneRow<{ price: number }>(
          `select contract_price_at(contract_item_at(:item::bigint, :day::date), 1, :day::date) as price`,
          { item, day }
        )
      ).price
    assert.equal(await priceAt('2026-08-01'), 12_500)
    await addContractFile(amendmentId, { kind: 'signed', name: 'adenda.pdf', bytes: paper() }, author.actor)
    await submitContract(amendmentId, author.actor)
    await assert.rejects(() => approveContract(amendmentId, author.actor))
    await approveContract(amendmentId, approver.actor)

    assert.deepEqual([await priceAt('2026-06-30'), await priceAt('2026-07-01')], [12_500, 13_000])
    assert.equal((await ProviderContract.findOrFail(id)).capMinor, 200_000)
    await assert.rejects(() =>
      terminateContract(amendmentId, { onDay: from, reason: 'No se puede' }, approver.actor)
    )
  })
})

test.group('Revisions, deposits and the calendar', () => {
  test('the index revises what was agreed at first, twice, and never downward', async ({ assert }) => {
    const { parties, person } = await makeParties()
    const months = ['2020-01-01', '2021-01-01', '2022-01-01'].map(calendarDate)
    for (const [index, value] of ['101.237', '103.911', '103.002'].entries()) {
      const month = months[index]
      if (month) await keepIpc(month, value, person.actor)
    }
    const { id } = await makeContract({
      ...parties,
      startsOn: calendarDate('2020-02-01'),
      indexation: 'ipc',
      indexBaseMonth: months[0] ?? null,
      items: [itemTerms({ code: 'R', unitPriceMinor4: 20_650_000, validFrom: calendarDate('2020-02-01') })],
    })
    const revise = (effectiveOn: string, indexMonth: string) =>
      revisePrices(
        id,
        {
          effectiveOn: calendarDate(effectiveOn),
          indexMonth: calendarDate(indexMonth),
          percent: null,
          reason: null,
        },
        person.actor
      )
    const [first] = await revise('2021-02-01', '2021-01-01')
    assert.equal(first?.revisedMinor4, Math.round((20_650_000 * 103_911) / 101_237))
    const [second] = await revise('2022-02-01', '2022-01-01')
    assert.equal(second?.revisedMinor4, first?.revisedMinor4)
    await assert.rejects(
      () => revise('2022-01-15', '2022-01-01'),
      /posterior al inicio y a la última revisión/
    )
    await assert.rejects(() => revise('2023-02-01', '2023-01-01'), /Falta el IPC de 01\/2023/)
    await assert.rejects(() => keepIpc(calendarDate('2021-01-01'), '99.000', person.actor), /no se modifica/)
    const { item } = await oneRow<{ item: number }>(
      `select id as item from contract_items where contract_id = :id`,
      { id }
    )
    const { before, after } = await oneRow<{ before: number; after: number }>(
      `select contract_price_at(:item::bigint, 1, '2021-01-31') as before, contract_price_at(:item::bigint, 1, '2021-02-01') as after`,
      { item }
    )
    assert.deepEqual([before, after], [20_650_000, first?.revisedMinor4])
  })

  test('a deposit is posted when it leaves and when it comes back, once', async ({ assert }) => {
    const { siteId, parties, person } = await makeParties()
    const { id } = await makeContract(parties)
    const bankAccountId = await makeBankAccount(siteId)
    const { bank } = await oneRow<{ bank: number }>(
      `select ledger_account_id as bank from bank_accounts where id = :bankAccountId`,
      { bankAccountId }
    )
    const before = await balanceOf(bank)
    const payment = {
      siteId,
      bankAccountId,
      term: 'long' as const,
      amountMinor: 413_000,
      paidOn: calendarDate('2026-02-01'),
    }
    await payDeposit(id, payment, person.actor)
    await assert.rejects(() => payDeposit(id, payment, person.actor), /Ya hay una fianza/)
    assert.equal(await balanceOf(bank), before - 413_000)
    const [line] = await rows<{ code: string; amountMinor: number }>(
      `select left(a.code, 3) as code, l.amount_minor from contract_deposits d join journal_lines l on l.entry_id = d.paid_entry_id
         join ledger_accounts a on a.id = l.account_id where d.contract_id = :id and l.amount_minor > 0`,
      { id }
    )
    assert.deepEqual(line, { code: '260', amountMinor: 413_000 })
    const { deposit } = await oneRow<{ deposit: number }>(
      `select id as deposit from contract_deposits where contract_id = :id`,
      { id }
    )
    await returnDeposit(id, deposit, { bankAccountId, returnedOn: calendarDate('2026-06-01') }, person.actor)
    assert.equal(await balanceOf(bank), before)
    await assert.rejects(() =>
      returnDeposit(id, deposit, { bankAccountId, returnedOn: calendarDate('2026-06-01') }, person.actor)
    )
  })

  test('owners are told once a threshold, however often the morning runs', async ({ assert }) => {
    const { parties } = await makeParties()
    const owner = await makeUser('aprobador')
    const day = today()
    const { id } = await makeContract({
      ...parties,
      startsOn: addMonths(day, -6),
      endsOn: addDays(day, 75),
      noticeDays: 45,
      ownerUserId: owner.id,
    })
    const mails = async () =>
      (
        await rows<{ subject: string; to: string }>(
          `select subject, "to" from outgoing_mails where object_type = 'provider_contract' and object_id = :id order by id`,
          { id }
        )
      ).map(({ subject, to }) => [subject.replace(/C-\d+-\d+/, 'C'), to])
    await followContractCalendar(day)
    await followContractCalendar(day)
    assert.deepEqual(await mails(), [['El contrato C vence en 75 días', owner.email]])
    await followContractCalendar(addDays(day, 16))
    await followContractCalendar(addDays(day, 31))
    await followContractCalendar(addDays(day, 46))
    const subjects = (await mails()).map(([subject]) => subject)
    assert.deepEqual(subjects, [
      'El contrato C vence en 75 días',
      'El contrato C vence en 59 días',
      'Preaviso del contrato C',
      'El contrato C vence en 29 días',
    ])
  })

  test('what runs out expires or goes into its next period', async ({ assert }) => {
    const { parties } = await makeParties()
    const day = today()
    const days = { startsOn: addMonths(day, -30), endsOn: addDays(day, -1) }
    const [fixed, renewing] = [
      await makeContract({ ...parties, ...days }),
      await makeContract({ ...parties, ...days, autoRenew: true, renewalMonths: 6 }),
    ]
    await followContractCalendar(day)
    await followContractCalendar(day)
    assert.equal(await stateOf(fixed.id), 'expired')
    const renewed = await ProviderContract.findOrFail(renewing.id)
    assert.equal(renewed.status, 'active')
    assert.equal(renewed.endsOn, addMonths(days.endsOn, 6))
  })
})

import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { setProvision } from '#app/legal/actions/loss_provision'
import { completePhase, startPhase } from '#app/legal/actions/move_phase'
import { closeProcedure, openProcedure } from '#app/legal/actions/move_procedure'
import { offsetCost } from '#app/legal/actions/offsets'
import { addFiles, removeFile } from '#app/legal/actions/procedure_files'
import { addPhase, orderPhases, planPhase } from '#app/legal/actions/procedure_phases'
import { remindDeadlines } from '#app/legal/actions/remind_deadlines'
import { createPhase, deletePhase, orderCatalogue } from '#app/legal/actions/save_phase'
import { listPhases } from '#app/legal/queries/list_phases'
import { paper } from '#tests/factories/contracts'
import {
  bookOf,
  costOf,
  makeLegalStage,
  makeOpenProcedure,
  makePayableCost,
  makeProcedure,
  offsetInput,
  phaseKeys,
  phasesOf,
} from '#tests/factories/legal'
import { makeUser } from '#tests/factories/people'

const plan = { plannedStart: null, plannedEnd: null, deadlineOn: null, plannedCostMinor: 0, notes: null }

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

test.group('Legal procedures', () => {
  test('a phase that asks for a file and a payment is not completed without them', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage, {
      kind: 'notarial',
      phaseIds: await phaseKeys('Notaría'),
    })
    const [phase] = await phasesOf(procedureId)
    const place = { procedureId, phaseId: phase?.id ?? 0 }

    await assert.rejects(
      () => completePhase(place, stage.person.actor),
      'Falta documento para completar la fase.'
    )
    const deed = {
      kind: 'other' as const,
      name: 'escritura.pdf',
      bytes: paper(),
      confidential: false,
      replacesId: null,
    }
    await addFiles(procedureId, [{ ...deed, phaseId: place.phaseId }], stage.person.actor)
    await assert.rejects(() => completePhase(place, stage.person.actor), 'Falta pago para completar la fase.')
    const costId = await makePayableCost(stage, procedureId, { concept: 'notary' })
    await assert.rejects(() => completePhase(place, stage.person.actor), 'Falta pago para completar la fase.')
    await offsetCost(costId, offsetInput((await costOf(costId)).totalMinor), stage.person.actor)
    await completePhase(place, stage.person.actor)

    assert.equal((await phasesOf(procedureId))[0]?.status, 'completed')
    await assertSound(assert)
  })

  test('one without phases does not open, and one with something undone does not close', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const bare = await makeProcedure(stage, { phaseIds: [] })
    await assert.rejects(() => openProcedure(bare, stage.person.actor), /al menos una fase/)
    const procedureId = await makeOpenProcedure(stage, { phaseIds: await phaseKeys('Juicio') })
    const [phase] = await phasesOf(procedureId)
    const close = () => closeProcedure(procedureId, { outcome: 'Acuerdo', usedMinor: 0 }, stage.person.actor)

    await assert.rejects(close, /La fase «Juicio» no está completada/)
    await completePhase({ procedureId, phaseId: phase?.id ?? 0 }, stage.person.actor)
    const costId = await makePayableCost(stage, procedureId)
    await assert.rejects(close, /no está pagado, compensado ni anulado/)
    await offsetCost(costId, offsetInput((await costOf(costId)).totalMinor), stage.person.actor)
    await close()

    const { status } = await oneRow<{ status: string }>(
      `select status from legal_procedures where id = :procedureId`,
      { procedureId }
    )
    assert.equal(status, 'closed')
  })

  test('two people who put the phases in order at once leave an order, and only one of them', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeProcedure(stage, {
      phaseIds: await phaseKeys('Demanda', 'Juicio', 'Sentencia'),
    })
    const shownIds = (await phasesOf(procedureId)).map(({ id }) => id)
    const [a = 0, b = 0, c = 0] = shownIds

    const outcomes = await Promise.allSettled([
      orderPhases(procedureId, { phaseIds: [c, a, b], shownIds }, stage.person.actor),
      orderPhases(procedureId, { phaseIds: [b, c, a], shownIds }, stage.creator.actor),
    ])

    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      1
    )
    const places = (await phasesOf(procedureId)).map(({ position }) => position)
    assert.deepEqual(places, [1, 2, 3])
  })

  test('a phase goes in at its place and moves the others on', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeProcedure(stage)
    const [phaseId = 0] = await phaseKeys('Audiencia previa')

    await addPhase(procedureId, { ...plan, phaseId, position: 2 }, stage.person.actor)

    assert.deepEqual(
      (await phasesOf(procedureId)).map(({ name }) => name),
      ['Demanda', 'Audiencia previa', 'Juicio']
    )
    await assert.rejects(
      () =>
        addPhase(
          procedureId,
          { ...plan, phaseId, position: null, plannedStart: today(), plannedEnd: addDays(today(), -1) },
          stage.person.actor
        ),
      'La fecha de fin no puede ser anterior a la de inicio.'
    )
  })

  test('the catalogue has each name once, keeps what is in use and one order for all', async ({ assert }) => {
    const stage = await makeLegalStage()
    const input = {
      name: `Fase ${Date.now()}`,
      procedureKinds: ['civil' as const],
      defaultDays: null,
      defaultAmountMinor: null,
      requiresFile: false,
      requiresPayment: false,
      colour: 'blue' as const,
      active: true,
    }
    const id = await createPhase(input, stage.person.actor)
    await assert.rejects(
      () => createPhase({ ...input, name: input.name.toUpperCase() }, stage.person.actor),
      'La fase ya existe.'
    )
    const shownIds = (await listPhases()).map((phase) => phase.id)
    const first = [id, ...shownIds.filter((other) => other !== id)]
    await orderCatalogue({ ids: first, shownIds }, stage.person.actor)
    assert.equal((await listPhases())[0]?.id, id)
    await assert.rejects(() => orderCatalogue({ ids: first, shownIds }, stage.person.actor), /Otro usuario/)
    const procedureId = await makeProcedure(stage, { phaseIds: [id] })
    await assert.rejects(
      () => deletePhase(id, stage.person.actor),
      'No se puede eliminar: la fase está en uso.'
    )
    assert.lengthOf(await phasesOf(procedureId), 1)
  })

  test('the phases of a new procedure are planned by the days of the catalogue', async ({ assert }) => {
    const stage = await makeLegalStage()
    const made = async (defaultDays: number | null) => {
      const { id } = await oneRow<{ id: number }>(
        `insert into phases (name, procedure_kinds, position, default_days)
         select 'Plazo ' || gen_random_uuid(), array['notarial'], max(position) + 1, :defaultDays::int from phases returning id`,
        { defaultDays }
      )
      return id
    }
    const phaseIds = [await made(10), await made(5), await made(null), await made(7)]
    const procedureId = await makeProcedure(stage, { kind: 'notarial', phaseIds })

    assert.deepEqual(
      await rows(
        `select planned_start, planned_end from legal_procedure_phases where procedure_id = :procedureId order by position`,
        { procedureId }
      ),
      [
        { plannedStart: today(), plannedEnd: addDays(today(), 9) },
        { plannedStart: addDays(today(), 10), plannedEnd: addDays(today(), 14) },
        { plannedStart: addDays(today(), 15), plannedEnd: null },
        { plannedStart: null, plannedEnd: null },
      ]
    )
  })

  test('two procedures have not the same court and number', async ({ assert }) => {
    const stage = await makeLegalStage()
    const given = { court: 'Juzgado 4 de Sevilla', courtNumber: `${Date.now()}/2026` }
    await makeProcedure(stage, given)

    await assert.rejects(() => makeProcedure(stage, given), 'Ya existe un procedimiento con esos autos.')
  })

  test('the same file is there once, and only who put it there takes it away', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeProcedure(stage)
    const file = {
      kind: 'claim' as const,
      name: 'demanda.pdf',
      bytes: paper(),
      phaseId: null,
      confidential: false,
      replacesId: null,
    }
    await addFiles(procedureId, [file], stage.person.actor)
    await assert.rejects(
      () => addFiles(procedureId, [file], stage.person.actor),
      'Este documento ya está adjunto.'
    )
    const { id: fileId } = await oneRow<{ id: number }>(
      `select id from legal_procedure_files where procedure_id = :procedureId`,
      { procedureId }
    )
    await addFiles(procedureId, [{ ...file, bytes: paper(), replacesId: fileId }], stage.person.actor)
    const versions = await rows<{ version: number }>(
      `select version from legal_procedure_files where procedure_id = :procedureId order by id`,
      { procedureId }
    )

    assert.deepEqual(
      versions.map(({ version }) => version),
      [1, 2]
    )
    await assert.rejects(
      () => removeFile({ procedureId, fileId: fileId + 1 }, stage.creator.actor),
      /quien lo adjuntó/
    )
    await removeFile({ procedureId, fileId: fileId + 1 }, stage.person.actor)
    await assert.rejects(
      () => addFiles(procedureId, [{ ...file, bytes: new Uint8Array(26 * 1024 * 1024) }], stage.person.actor),
      /supera el máximo/
    )
  })

  test('a term warns 15, 5 and 1 days before and on the day, each once', async ({ assert }) => {
    const stage = await makeLegalStage()
    const responsible = await makeUser('aprobador')
    const procedureId = await makeOpenProcedure(stage, {
      responsibleUserId: responsible.id,
      confidential: true,
    })
    const [phase] = await phasesOf(procedureId)
    const deadlineOn = addDays(today(), 20)
    await planPhase({ procedureId, phaseId: phase?.id ?? 0 }, { ...plan, deadlineOn }, stage.person.actor)
    const mails = async () =>
      (
        await rows<{ recipient: string }>(
          `select "to" as recipient from outgoing_mails where object_type = 'legal_procedure' and object_id = :procedureId order by id`,
          { procedureId }
        )
      ).length

    const counts: number[] = []
    for (const days of [0, 5, 6, 15, 19, 20, 20]) {
      await remindDeadlines(addDays(today(), days))
      counts.push(await mails())
    }

    // Of a confidential one only its responsible is told.
    assert.deepEqual(counts, [0, 1, 1, 2, 3, 4, 4])
  })

  test('only a probable loss is provided for; what is not lost is released when it closes', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage, {
      phaseIds: await phaseKeys('Juicio'),
      probability: 'probable',
    })
    const possible = await makeOpenProcedure(stage, { probability: 'possible' })
    const target = {
      amountMinor: 600_000,
      term: 'long' as const,
      expenseCode: '678',
      reason: 'Informe del letrado',
    }
    await assert.rejects(() => setProvision(possible, target, stage.person.actor), /pérdida probable/)

    await setProvision(procedureId, target, stage.person.actor)
    assert.deepEqual(
      [await bookOf(stage.siteId, '678'), await bookOf(stage.siteId, '142')],
      [600_000, -600_000]
    )
    await setProvision(procedureId, { ...target, amountMinor: 500_000, term: 'short' }, stage.person.actor)
    assert.deepEqual(
      [
        await bookOf(stage.siteId, '142'),
        await bookOf(stage.siteId, '5292'),
        await bookOf(stage.siteId, '7952'),
      ],
      [0, -500_000, -100_000]
    )
    const [phase] = await phasesOf(procedureId)
    await completePhase({ procedureId, phaseId: phase?.id ?? 0 }, stage.person.actor)
    await closeProcedure(procedureId, { outcome: 'Condena parcial', usedMinor: 200_000 }, stage.person.actor)

    assert.deepEqual(
      [
        await bookOf(stage.siteId, '5292'),
        await bookOf(stage.siteId, '678'),
        await bookOf(stage.siteId, '7952'),
      ],
      [0, 400_000, -400_000]
    )
    await assertSound(assert)
  })

  test('several phases may be active', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const [, second] = await phasesOf(procedureId)

    await startPhase({ procedureId, phaseId: second?.id ?? 0 }, stage.person.actor)

    assert.deepEqual(
      (await phasesOf(procedureId)).map(({ status }) => status),
      ['active', 'active']
    )
  })
})

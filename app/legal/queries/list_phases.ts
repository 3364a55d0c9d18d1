import { row, rows } from '#app/kernel/database/sql'
import { PHASE_COLOURS, type PhaseColour, PROCEDURE_KINDS, type ProcedureKind } from '#app/legal/legal_labels'

type Found = {
  id: number
  name: string
  procedureKinds: ProcedureKind[]
  position: number
  defaultDays: number | null
  defaultAmountMinor: number | null
  requiresFile: boolean
  requiresPayment: boolean
  colour: PhaseColour
  active: boolean
  lockVersion: number
  uses: number
}

const SELECT = `select f.id, f.name, to_jsonb(f.procedure_kinds) as procedure_kinds, f.position, f.default_days, f.default_amount_minor, f.requires_file, f.requires_payment, f.colour, f.active, f.lock_version,
    (select count(distinct procedure_id)::int from legal_procedure_phases p where p.phase_id = f.id) as uses from phases f`

/** The whole catalogue in its order: a few dozen at most. */
export async function listPhases() {
  return (await rows<Found>(`${SELECT} order by f.position`)).map(phaseProps)
}

/** One phase of the catalogue; null when it is not there. */
export async function findPhase(id: number) {
  const found = await row<Found>(`${SELECT} where f.id = :id`, { id })
  return found && phaseProps(found)
}

const phaseProps = (found: Found) => ({
  id: found.id,
  name: found.name,
  kinds: found.procedureKinds,
  kindsText:
    found.procedureKinds.length === Object.keys(PROCEDURE_KINDS).length
      ? 'Todos'
      : found.procedureKinds.map((kind) => PROCEDURE_KINDS[kind]).join(', '),
  position: found.position,
  defaultDays: found.defaultDays,
  defaultAmount:
    found.defaultAmountMinor === null ? null : { minor: found.defaultAmountMinor, currency: 'EUR' },
  requiresFile: found.requiresFile,
  requiresPayment: found.requiresPayment,
  requiresText:
    [found.requiresFile && 'Documento', found.requiresPayment && 'Pago'].filter(Boolean).join(' y ') || '–',
  colour: found.colour,
  colourText: PHASE_COLOURS[found.colour],
  active: found.active,
  lockVersion: found.lockVersion,
  uses: found.uses,
})

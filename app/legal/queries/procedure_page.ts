import { listEvents } from '#app/audit/list_events'
import { oneRow } from '#app/kernel/database/sql'
import { optionsOf } from '#app/kernel/text/labels'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { isAugustOff } from '#app/legal/actions/set_august'
import { COURT_KINDS } from '#app/legal/judicial_days'
import {
  COST_CONCEPTS,
  FILE_KINDS,
  OFFSET_METHODS,
  PARTY_ROLES,
  type PartyRole,
  PROBABILITIES,
  PROCEDURE_KINDS,
  type Probability,
  type ProcedureKind,
  TERMS,
  type Term,
} from '#app/legal/legal_labels'
import { allowsAct, BOOKKEEPERS } from '#app/legal/procedure_hindrances'
import { listResponsibles, phaseChoices } from '#app/legal/queries/procedure_choices'
import { listFiles, listOffsets, listProvisions } from '#app/legal/queries/procedure_papers'
import { listCosts, listPhasesOf } from '#app/legal/queries/procedure_parts'
import { type LegalViewer, seesConfidential } from '#app/legal/scoped'
import { type ProcedureStatus, procedureWorkflow } from '#app/legal/workflows/procedure_workflow'

type Found = {
  id: number
  number: string
  siteId: number
  site: string
  kind: ProcedureKind
  title: string
  court: string | null
  courtNumber: string | null
  counterparty: string | null
  role: PartyRole
  lawyerId: number | null
  lawyer: string | null
  solicitorId: number | null
  solicitor: string | null
  claimMinor: number | null
  probability: Probability | null
  provisionMinor: number
  provisionTerm: Term
  openedOn: CalendarDate | null
  expectedCloseOn: CalendarDate | null
  closedOn: CalendarDate | null
  outcome: string | null
  status: ProcedureStatus
  responsibleUserId: number | null
  responsible: string | null
  confidential: boolean
  notes: string | null
  lockVersion: number
}

/** Everything the page of one procedure shows. */
export async function procedurePage(procedureId: number, viewer: LegalViewer) {
  const found = await readProcedure(procedureId)
  const isWhole = seesConfidential(viewer) || found.responsibleUserId === viewer.id
  const [phases, costs, offsets, files, provisions, responsibles, choices, events] = await Promise.all([
    listPhasesOf(procedureId, found.status, viewer.role),
    listCosts(procedureId, found.status, viewer.role),
    listOffsets(procedureId, found.status, viewer.role),
    listFiles(procedureId, viewer, isWhole),
    listProvisions(procedureId),
    listResponsibles(found.siteId),
    phaseChoices(found.kind),
    listEvents('legal_procedure', procedureId),
  ])
  const sum = (minors: readonly number[]) => minors.reduce((total, minor) => total + minor, 0)
  const plannedOfPhases = sum(
    phases.filter(({ state }) => state !== 'skipped').map(({ plannedCost }) => plannedCost.minor)
  )
  const live = costs.filter(({ state }) => state !== 'cancelled')
  return {
    procedure: procedureProps(found),
    values: valuesOf(found),
    actions: actionsOf(found, viewer),
    totals: {
      planned: euros(Math.max(plannedOfPhases, sum(live.map(({ total }) => total.minor)))),
      paid: euros(sum(live.map(({ paid }) => paid.minor))),
      pending: euros(
        sum(
          live.filter(({ state }) => state !== 'planned').map(({ total, paid }) => total.minor - paid.minor)
        )
      ),
    },
    phases,
    costs,
    offsets,
    files,
    provisions,
    events,
    options: {
      kinds: optionsOf(PROCEDURE_KINDS),
      roles: optionsOf(PARTY_ROLES),
      probabilities: optionsOf(PROBABILITIES),
      terms: optionsOf(TERMS),
      concepts: optionsOf(COST_CONCEPTS),
      fileKinds: optionsOf(FILE_KINDS),
      methods: optionsOf(OFFSET_METHODS),
      responsibles,
      phases: choices,
      /** Whether August counts for nothing in its terms. */
      restsInAugust: COURT_KINDS.includes(found.kind) && (await isAugustOff()),
    },
  }
}

function readProcedure(procedureId: number): Promise<Found> {
  return oneRow<Found>(
    `select p.id, p.number, p.site_id, coalesce(nullif(t.trade_name, ''), t.legal_name::text) as site, p.kind, p.title, p.court, p.court_number, p.counterparty, p.role,
        l.id as lawyer_id, l.legal_name as lawyer, s.id as solicitor_id, s.legal_name as solicitor, p.claim_minor, p.probability, p.provision_minor, p.provision_term, p.opened_on,
        p.expected_close_on, p.closed_on, p.outcome, p.status, p.responsible_user_id, u.name as responsible, p.confidential, p.notes, p.lock_version
       from legal_procedures p join sites t on t.id = p.site_id left join providers l on l.id = p.lawyer_provider_id left join providers s on s.id = p.solicitor_provider_id
       left join users u on u.id = p.responsible_user_id where p.id = :procedureId`,
    { procedureId }
  )
}

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const choice = (id: number | null, label: string | null) =>
  id === null ? null : { value: String(id), label: label ?? '' }

function procedureProps(found: Found) {
  return {
    id: found.id,
    number: found.number,
    siteId: found.siteId,
    site: found.site,
    title: found.title,
    kind: PROCEDURE_KINDS[found.kind],
    court: [found.court, found.courtNumber].filter(Boolean).join(' · ') || null,
    counterparty: found.counterparty,
    role: PARTY_ROLES[found.role],
    lawyer: choice(found.lawyerId, found.lawyer),
    solicitor: choice(found.solicitorId, found.solicitor),
    claim: found.claimMinor === null ? null : euros(found.claimMinor),
    probability: found.probability === null ? null : PROBABILITIES[found.probability],
    isProbable: found.probability === 'probable',
    provision: euros(found.provisionMinor),
    provisionTerm: TERMS[found.provisionTerm],
    openedOn: found.openedOn,
    expectedCloseOn: found.expectedCloseOn,
    closedOn: found.closedOn,
    outcome: found.outcome,
    responsible: found.responsible,
    confidential: found.confidential,
    notes: found.notes,
    state: found.status,
    status: { label: procedureWorkflow.label(found.status), tone: procedureWorkflow.tone(found.status) },
    lockVersion: found.lockVersion,
  }
}

/** The same as the form takes it. */
const valuesOf = (found: Found) => ({
  kind: found.kind,
  title: found.title,
  court: found.court ?? '',
  courtNumber: found.courtNumber ?? '',
  counterparty: found.counterparty ?? '',
  role: found.role,
  lawyer: choice(found.lawyerId, found.lawyer),
  solicitor: choice(found.solicitorId, found.solicitor),
  claimMinor: found.claimMinor,
  probability: found.probability,
  expectedCloseOn: found.expectedCloseOn ?? '',
  responsibleUserId: found.responsibleUserId === null ? null : String(found.responsibleUserId),
  confidential: found.confidential,
  notes: found.notes ?? '',
  provisionTerm: found.provisionTerm,
})

function actionsOf({ status }: Found, { role }: LegalViewer): string[] {
  const actions: string[] = procedureWorkflow.available(status, role)
  if (allowsAct('edit', status)) actions.push('edit')
  if (allowsAct('add', status)) actions.push('add')
  if (BOOKKEEPERS.some((allowed) => allowed === role) && allowsAct('provide', status)) actions.push('provide')
  return actions
}

import { UNCONFIRMED } from '#app/identity/queries/authority_changes'
import { ROLE_LABELS, type Role } from '#app/identity/roles'
import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { formatDay } from '#app/kernel/time/calendar_date'
import type { ApprovalKind } from '#app/sites/approval_kinds'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

export type Simulation = {
  required: number
  aggregateDays: number
  eligible: number
  people: { name: string; role: string; reason: string | null; onBehalfOf: string | null }[]
}

type Asked = { siteId: number; kind: ApprovalKind; amountMinor: number; categoryId: number | null }

/**
 * «¿Quién aprueba?»: how many approvals a document of this kind, amount (cents of EUR) and category needs, who may
 * give them and why each other person may not. The same questions that a real decision asks, about nobody's document.
 */
export async function simulateApproval(asked: Asked): Promise<Simulation> {
  const [policy, candidates, others] = [
    await requiredApprovals(asked),
    await listCandidates({ ...asked, excludedUserIds: [], documentType: 'simulation', documentId: 0 }),
    await listPeople(asked),
  ]
  const known = new Map(candidates.map((candidate) => [candidate.userId, candidate]))
  const people = others.map((person) => {
    const candidate = known.get(person.id)
    const titular = others.find(({ id }) => id === candidate?.onBehalfOf)
    return {
      name: person.name,
      role: ROLE_LABELS[person.role],
      reason: candidate ? candidate.reason : hindranceOf(person, asked),
      onBehalfOf: titular?.name ?? null,
    }
  })
  const eligible = people.filter(({ reason }) => reason === null)
  return {
    required: policy.required,
    aggregateDays: policy.aggregateDays,
    eligible: eligible.length,
    people: [...eligible, ...people.filter(({ reason }) => reason !== null)],
  }
}

type Person = {
  id: number
  name: string
  role: Role
  status: string
  inScope: boolean
  isConfirmed: boolean
  proposed: boolean
  otherCategory: boolean
  startsOn: CalendarDate | null
  endedOn: CalendarDate | null
}

function hindranceOf(person: Person, { categoryId }: Asked): string {
  if (person.status !== 'active') return 'Usuario suspendido'
  if (!person.inScope) return 'Sin acceso a la empresa'
  if (!person.isConfirmed) return UNCONFIRMED
  if (person.otherCategory)
    return categoryId === null ? 'Solo aprueba ciertas categorías' : 'No aprueba esta categoría'
  if (person.startsOn) return `Su aprobación empieza el ${formatDay(person.startsOn)}`
  if (person.endedOn) return `Su aprobación terminó el ${formatDay(person.endedOn)}`
  if (person.proposed) return 'Su aprobación está propuesta, sin activar'
  return 'Sin aprobación de este tipo'
}

/** Those with an approval of the kind come first, so that none of them is cut off. */
const PEOPLE_MAX = 1000

function listPeople({ siteId, kind, categoryId }: Asked, client?: Client): Promise<Person[]> {
  return rows<Person>(
    `select u.id, u.name, u.role, u.status, is_confirmed(u.id) as is_confirmed,
        (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = :siteId)) as in_scope,
        coalesce(bool_or(a.status = 'proposed'), false) as proposed,
        coalesce(bool_or(a.status = 'active' and k.period @> current_date and a.category_ids <> '{}'
          and (:categoryId::bigint is null or not :categoryId::bigint = any(a.category_ids))), false) as other_category,
        min(a.active_from) filter (where a.status = 'active' and a.active_from > current_date) as starts_on,
        max(a.active_to) filter (where a.status = 'active' and a.active_to < current_date) as ended_on
       from users u left join approvals a on a.user_id = u.id and a.site_id = :siteId
         and exists (select 1 from approval_kinds x where x.approval_id = a.id and x.kind = :kind)
       left join approval_kinds k on k.approval_id = a.id and k.kind = :kind
      where u.role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad') and (u.status = 'active' or (u.status = 'suspended' and a.id is not null))
      group by u.id order by count(a.id) = 0, u.name limit ${PEOPLE_MAX}`,
    { siteId, kind, categoryId },
    client
  )
}

import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { PageHead } from '~/kit/page_head'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { confirmingChange, confirmingPerson, rejectingChange, withdrawingChange } from './confirmations'
import {
  type DecidedChange,
  type PendingChange,
  type PendingPerson,
  type PowerChange,
  sentence,
  waitsForText,
} from './pending'
import styles from './pending.module.css'

type Props = {
  people: PendingPerson[]
  changes: PendingChange[]
  recent: DecidedChange[]
  powers: PowerChange[]
}
type Ask = (confirmation: Confirmation) => void

/** What one person did and another one has to look at before it counts. */
export default function PendingChangesIndex({ people, changes, recent, powers }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <>
      <Head title="Pendiente de confirmar" />
      <PageHead
        title="Pendiente de confirmar por otra persona"
        subtitle="Usuarios invitados o cambiados, y controles que alguien quiere relajar: cuentan cuando los confirma quien no ha intervenido."
        back={urlFor('sites')}
      />
      <div className={styles.sections}>
        <Section title="Usuarios">
          {people.length === 0 ? <p className={styles.quiet}>Todos los usuarios están confirmados.</p> : null}
          <ul className={styles.list}>
            {people.map((person) => (
              <PersonItem key={person.id} person={person} onAsk={setConfirmation} />
            ))}
          </ul>
        </Section>
        <Section title="Controles por relajar">
          {changes.length === 0 ? <p className={styles.quiet}>No hay cambios propuestos.</p> : null}
          <ul className={styles.list}>
            {changes.map((change) => (
              <ChangeItem key={change.id} change={change} onAsk={setConfirmation} />
            ))}
          </ul>
        </Section>
        <Section title="Decididos en los últimos 30 días">
          <Decided changes={recent} />
        </Section>
        <Section title="Quién entra y quién aprueba: últimos 30 días">
          <Powers changes={powers} />
        </Section>
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

function PersonItem({ person, onAsk }: { person: PendingPerson; onAsk: Ask }) {
  return (
    <li className={styles.item}>
      <h3>{person.name}</h3>
      <Facts
        facts={[
          { label: 'Email', value: person.email },
          { label: 'Rol', value: person.role },
          { label: 'Empresas', value: person.companies },
          ...person.changes.map(({ id, change, by, at }) => ({
            label: change,
            value: (
              <span key={id}>
                {by}, <Instant value={at} />
              </span>
            ),
          })),
        ]}
      />
      <p className={styles.quiet}>{waitsForText(person.waitsFor)}</p>
      <div className={styles.row}>
        {person.hindrance === null ? (
          <Button size="xs" onClick={() => onAsk(confirmingPerson(person))}>
            Confirmar al usuario
          </Button>
        ) : (
          <span>{person.hindrance}</span>
        )}
      </div>
    </li>
  )
}

function ChangeItem({ change, onAsk }: { change: PendingChange; onAsk: Ask }) {
  return (
    <li className={styles.item}>
      <h3>{sentence(change.title)}</h3>
      <Facts
        facts={[
          {
            label: 'Alcance',
            value:
              change.siteId === null ? (
                'Todo el grupo'
              ) : (
                <Link href={urlFor('sites.edit', { id: change.siteId }, { tab: change.tab })}>
                  {change.site}
                </Link>
              ),
          },
          { label: 'Ahora', value: change.before },
          { label: 'Propuesto', value: change.after },
          { label: 'Motivo', value: change.reason },
          {
            label: 'Propuesto por',
            value: (
              <>
                {change.proposer}, <Instant value={change.at} />
              </>
            ),
          },
        ]}
      />
      <p className={styles.quiet}>{waitsForText(change.waitsFor)}</p>
      <div className={styles.row}>
        {change.hindrance === null ? (
          <>
            <Button size="xs" onClick={() => onAsk(confirmingChange(change))}>
              Confirmar
            </Button>
            <Button size="xs" variant="default" onClick={() => onAsk(rejectingChange(change))}>
              Rechazar
            </Button>
          </>
        ) : (
          <span>{change.hindrance}</span>
        )}
        {change.isOwn ? (
          <Button size="xs" variant="default" onClick={() => onAsk(withdrawingChange(change))}>
            Retirar
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const ENDINGS: Record<string, { label: string; tone: Tone }> = {
  confirmed: { label: 'Confirmado', tone: 'amber' },
  rejected: { label: 'Rechazado', tone: 'grey' },
  withdrawn: { label: 'Retirado', tone: 'grey' },
}

function Decided({ changes }: { changes: DecidedChange[] }) {
  return (
    <PlainTable
      label="Cambios decididos"
      phone="cards"
      rows={changes}
      keyOf={(row) => row.id}
      empty="Nada en los últimos 30 días."
      columns={[
        { key: 'title', header: 'Control', cell: (row) => sentence(row.title) },
        { key: 'site', header: 'Alcance', cell: (row) => row.site ?? 'Todo el grupo' },
        { key: 'before', header: 'Antes', cell: (row) => row.before },
        { key: 'after', header: 'Propuesto', cell: (row) => row.after },
        { key: 'reason', header: 'Motivo', cell: (row) => row.reason },
        {
          key: 'people',
          header: 'Propuso · decidió',
          cell: (row) => `${row.proposer} · ${row.decider ?? '–'}`,
        },
        { key: 'at', header: 'Cuándo', cell: (row) => <Instant value={row.at} /> },
        {
          key: 'status',
          header: 'Estado',
          cell: (row) => <StatusBadge {...(ENDINGS[row.status] ?? { label: row.status, tone: 'grey' })} />,
        },
      ]}
    />
  )
}

function Powers({ changes }: { changes: PowerChange[] }) {
  return (
    <PlainTable
      label="Cambios de acceso y de aprobaciones"
      phone="cards"
      rows={changes}
      keyOf={(row) => row.id}
      empty="Nada en los últimos 30 días."
      columns={[
        { key: 'person', header: 'Persona', cell: (row) => row.person },
        { key: 'what', header: 'Qué', cell: (row) => row.what },
        { key: 'detail', header: 'Detalle', cell: (row) => row.detail || '–' },
        { key: 'by', header: 'Quién lo hizo', cell: (row) => row.by },
        { key: 'at', header: 'Cuándo', cell: (row) => <Instant value={row.at} /> },
      ]}
    />
  )
}

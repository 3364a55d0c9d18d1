import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { Impact, TriedLine } from './profile_types'
import styles from './profiles.module.css'

type Props = { profile: Record<string, unknown> }
type State = {
  of: string
  busy: 'impact' | 'replay' | null
  impact: Impact | null
  replay: TriedLine[] | null
  problem: string | null
}

const columns: PlainColumn<TriedLine>[] = [
  { key: 'day', header: 'Fecha', cell: (line) => <Day value={line.issuedOn} /> },
  {
    key: 'reference',
    header: 'Factura',
    cell: (line) => <Link href={urlFor('invoices.show', { id: line.documentId })}>{line.reference}</Link>,
  },
  { key: 'provider', header: 'Proveedor', cell: (line) => line.provider },
  { key: 'concept', header: 'Concepto', cell: (line) => line.concept },
  { key: 'amount', header: 'Base', numeric: true, cell: (line) => <Money value={line.amount} /> },
  { key: 'before', header: 'Ahora', cell: (line) => line.before },
  {
    key: 'after',
    header: 'Después',
    cell: (line) =>
      line.isMoved ? <StatusBadge tone="amber" label={line.after} /> : <span>{line.after}</span>,
  },
]

/** What saving would do to what has been invoiced, before it is saved. */
export function ImpactPanel({ profile }: Props) {
  const [state, setState] = useState<State>({ of: '', busy: null, impact: null, replay: null, problem: null })
  const now = JSON.stringify(profile)
  const isOld = state.of !== '' && state.of !== now

  async function run(busy: 'impact' | 'replay') {
    setState({ ...state, busy })
    try {
      const url = urlFor(busy === 'impact' ? 'providers.profiles.impact' : 'providers.profiles.replay')
      const { data } = (await (await callServer('POST', url, { profile })).json()) as { data: unknown }
      setState({
        of: now,
        busy: null,
        impact: busy === 'impact' ? (data as Impact) : null,
        replay: busy === 'replay' ? (data as TriedLine[]) : null,
        problem: null,
      })
    } catch (error) {
      console.error(error)
      setState({ ...state, busy: null, problem: 'No se ha podido probar: revise los datos del perfil.' })
    }
  }

  return (
    <Section title="Qué cambiaría">
      <div className={styles.stack}>
        <Group gap="xs">
          <Button variant="default" loading={state.busy === 'impact'} onClick={() => run('impact')}>
            Ver el efecto en los últimos 12 meses
          </Button>
          <Button variant="default" loading={state.busy === 'replay'} onClick={() => run('replay')}>
            Probar con las últimas 100 líneas
          </Button>
          {isOld ? <span className={styles.quiet}>El perfil ha cambiado: pruebe otra vez.</span> : null}
        </Group>
        <div aria-live="polite" className={styles.stack}>
          {state.problem ? <p className={styles.problem}>{state.problem}</p> : null}
          {state.impact ? <ImpactView impact={state.impact} /> : null}
          {state.replay ? (
            <PlainTable
              label="Las últimas 100 líneas"
              rows={state.replay}
              columns={columns}
              keyOf={(line) => line.id}
              empty="No hay líneas en los últimos 12 meses."
            />
          ) : null}
        </div>
      </div>
    </Section>
  )
}

function ImpactView({ impact }: { impact: Impact }) {
  return (
    <>
      <p>
        De {countText(impact.looked)} líneas{impact.isCut ? ' (las más recientes)' : ''} cambiarían{' '}
        <strong className="num">{countText(impact.moved)}</strong>. No se modifica ninguna factura: solo las
        que se lean o reclasifiquen desde ahora.
      </p>
      {impact.flows.length > 0 ? (
        <PlainTable
          label="De qué a qué"
          rows={impact.flows}
          keyOf={(flow) => `${flow.before} ${flow.after}`}
          columns={[
            { key: 'before', header: 'Ahora', cell: (flow) => flow.before },
            { key: 'after', header: 'Después', cell: (flow) => flow.after },
            { key: 'lines', header: 'Líneas', numeric: true, cell: (flow) => countText(flow.lines) },
            { key: 'amount', header: 'Base', numeric: true, cell: (flow) => <Money value={flow.amount} /> },
          ]}
        />
      ) : null}
      {impact.lines.length > 0 ? (
        <PlainTable
          label="Líneas que cambiarían"
          rows={impact.lines}
          columns={columns}
          keyOf={(line) => line.id}
        />
      ) : null}
    </>
  )
}

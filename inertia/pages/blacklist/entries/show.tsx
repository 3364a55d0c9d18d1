import { Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Day, Instant } from '~/kit/day'
import { amountsAndDays, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { AffectedList } from './affected_list'
import styles from './entries.module.css'
import type { Entry, EntryPage, Hit } from './entry_page'

const hitColumns: PlainColumn<Hit>[] = [
  { key: 'at', header: 'Fecha', cell: (hit) => <Instant value={hit.at} /> },
  { key: 'point', header: 'Dónde', cell: (hit) => hit.point },
  { key: 'iban', header: 'IBAN', cell: (hit) => <span className="num">{hit.iban}</span> },
  { key: 'who', header: 'Usuario', cell: (hit) => hit.who ?? '–' },
  { key: 'outcome', header: 'Resultado', cell: (hit) => hit.outcome },
]

const events: Record<string, EventName> = {
  'blacklist.added': { title: 'Añadido a la lista', tone: 'red' },
  'blacklist.changed': { title: 'Modificado' },
  'blacklist.lift_requested': { title: 'Baja solicitada', tone: 'amber' },
  'blacklist.lifted': { title: 'Retirado de la lista', tone: 'green' },
  'blacklist.expired': { title: 'Caducado' },
}

const fields: Record<string, string> = {
  value: 'Valor',
  severity: 'Severidad',
  reason: 'Motivo',
  comment: 'Comentario',
  ownerName: 'Titular',
  expiresOn: 'Caduca',
}

export default function BlacklistShow({ entry, hits, events: log, affected }: EntryPage) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const may = (action: string) => entry.actions.includes(action)
  return (
    <DetailPage
      title={entry.value}
      subtitle={`${entry.kind} · ${entry.bank}`}
      status={<StatusBadge {...entry.status} />}
      back={urlFor('iban-blacklist.index')}
      rail={
        <Section title="Estado">
          <div className={styles.stack}>
            <Facts facts={stateFacts(entry)} />
            {may('lift') ? (
              <Button fullWidth onClick={() => setConfirmation(lift(entry))}>
                Confirmar baja
              </Button>
            ) : null}
            {entry.liftRequestedBy && entry.state === 'active' && !may('lift') ? (
              <p className={styles.small}>La baja debe confirmarla otro usuario.</p>
            ) : null}
            {may('edit') ? (
              <Button
                fullWidth
                variant="default"
                component={Link}
                href={urlFor('iban-blacklist.edit', { id: entry.id })}
              >
                Editar
              </Button>
            ) : null}
            {may('request_lift') ? (
              <Button fullWidth variant="default" onClick={() => setConfirmation(requestLift(entry))}>
                Solicitar baja
              </Button>
            ) : null}
          </div>
        </Section>
      }
      tabs={[
        { value: 'data', label: 'Datos', content: <Facts facts={dataFacts(entry)} /> },
        {
          value: 'hits',
          label: `Intentos (${hits.length})`,
          content: (
            <PlainTable
              label="Intentos"
              rows={hits}
              columns={hitColumns}
              keyOf={(hit) => hit.id}
              empty="Nadie ha intentado usarlo."
            />
          ),
        },
        {
          value: 'affected',
          label: `Relacionados (${affected.length})`,
          content: <AffectedList affected={affected} />,
        },
        {
          value: 'history',
          label: 'Historial',
          content: <Timeline events={timelineOf(log, events, fields, { wordOf: amountsAndDays('EUR') })} />,
        },
      ]}
    >
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}

function stateFacts(entry: Entry) {
  return [
    { label: 'Severidad', value: entry.severityLabel },
    { label: 'Caduca', value: entry.expiresOn ? <Day value={entry.expiresOn} /> : 'No caduca' },
    ...(entry.liftRequestedBy
      ? [
          { label: 'Baja solicitada por', value: entry.liftRequestedBy },
          { label: 'Motivo de la baja', value: entry.liftRequestReason ?? '–' },
        ]
      : []),
    ...(entry.liftedBy ? [{ label: 'Baja confirmada por', value: entry.liftedBy }] : []),
    ...(entry.liftedAt ? [{ label: 'Retirado', value: <Instant value={entry.liftedAt} /> }] : []),
  ]
}

function dataFacts(entry: Entry) {
  return [
    { label: entry.kind, value: <span className="num">{entry.value}</span> },
    { label: 'País/Banco', value: entry.bank },
    { label: 'Motivo', value: entry.reasonLabel },
    { label: 'Comentario', value: entry.comment },
    { label: 'Titular', value: entry.ownerName ?? '–' },
    { label: 'Añadido por', value: entry.createdBy ?? '–' },
    { label: 'Alta', value: <Instant value={entry.createdAt} /> },
    ...(entry.isInvalid ? [{ label: 'Aviso', value: 'El IBAN no es válido y se guardó así.' }] : []),
    ...(entry.evidence
      ? [
          {
            label: 'Documento',
            value: (
              <Anchor href={urlFor('iban-blacklist.evidence', { id: entry.id })} size="sm" download>
                {entry.evidence}
              </Anchor>
            ),
          },
        ]
      : []),
  ]
}

const requestLift = (entry: Entry): Confirmation => ({
  title: 'Solicitar la baja',
  question: `${entry.value} sigue bloqueado hasta que otra persona confirme la baja.`,
  submitLabel: 'Solicitar la baja',
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  url: urlFor('iban-blacklist.lift-request', { id: entry.id }),
})

const lift = (entry: Entry): Confirmation => ({
  title: 'Confirmar la baja',
  question: `${entry.value} dejará de estar bloqueado. Sus cuentas no se pagan hasta que alguien las verifique de nuevo.`,
  facts: [
    { label: 'Solicitada por', value: entry.liftRequestedBy ?? '–' },
    { label: 'Motivo', value: entry.liftRequestReason ?? '–' },
  ],
  submitLabel: 'Confirmar la baja',
  isDangerous: true,
  url: urlFor('iban-blacklist.lift', { id: entry.id }),
})

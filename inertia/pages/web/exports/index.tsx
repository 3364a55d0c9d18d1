import { Head, router } from '@inertiajs/react'
import { Button, Progress } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { countText, Instant } from '~/kit/day'
import { EmptyState } from '~/kit/list/empty_state'
import { PageHead } from '~/kit/page_head'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { useRefresh } from '~/live/use_refresh'
import { urlFor } from '~/urls'
import styles from './exports.module.css'

type ExportRow = {
  id: number
  name: string
  format: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'expired'
  status: { label: string; tone: Tone }
  done: number
  total: number | null
  error: string | null
  requestedAt: string
  expiresAt: string | null
}

type Props = { exports: ExportRow[] }

const isUnderWay = ({ state }: ExportRow) => state === 'queued' || state === 'running'
const titleOf = ({ name, format }: ExportRow) => `${name.charAt(0).toUpperCase()}${name.slice(1)} (${format})`

export default function ExportsIndex({ exports }: Props) {
  useRefresh({ isOn: exports.some(isUnderWay), only: ['exports'], concerns: { jobs: true } })
  return (
    <>
      <Head title="Exportaciones" />
      <PageHead
        title="Exportaciones"
        subtitle="Las listas de más de 20.000 filas se preparan en segundo plano; el archivo se puede descargar durante 24 horas."
      />
      {exports.length === 0 ? (
        <EmptyState text="No ha pedido ninguna exportación larga. Use «Exportar» en cualquier lista." />
      ) : (
        <PlainTable
          label="Exportaciones"
          rows={exports}
          keyOf={(row) => row.id}
          columns={[
            { key: 'name', header: 'Archivo', cell: titleOf },
            { key: 'status', header: 'Estado', cell: (row) => <ExportState row={row} /> },
            { key: 'actions', header: 'Acciones', cell: (row) => <ExportAction row={row} /> },
            { key: 'rows', header: 'Filas', numeric: true, cell: rowsText },
            {
              key: 'requested_at',
              header: 'Solicitada',
              cell: (row) => <Instant value={row.requestedAt} />,
            },
            {
              key: 'expires_at',
              header: 'Disponible hasta',
              cell: (row) => (row.expiresAt ? <Instant value={row.expiresAt} /> : '–'),
            },
          ]}
        />
      )}
    </>
  )
}

function rowsText({ state, done, total }: ExportRow): string {
  if (state === 'running' && total !== null) return `${countText(done)} de ${countText(total)}`
  return state === 'done' || state === 'expired' ? countText(done) : '–'
}

function ExportState({ row }: { row: ExportRow }) {
  const share = row.total ? Math.round((row.done / row.total) * 100) : 0
  return (
    <div className={styles.state}>
      <StatusBadge {...row.status} />
      {row.state === 'running' ? (
        <Progress
          value={share}
          size="sm"
          className={styles.share}
          aria-label={`Preparando ${titleOf(row)}`}
        />
      ) : null}
      {row.error ? <span className={styles.error}>{row.error}</span> : null}
    </div>
  )
}

function ExportAction({ row }: { row: ExportRow }) {
  if (row.state === 'done')
    return (
      <Button
        component="a"
        href={urlFor('exports.download', { id: row.id })}
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} />}
        aria-label={`Descargar ${titleOf(row)}`}
      >
        Descargar
      </Button>
    )
  if (row.state !== 'failed') return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={16} />}
      aria-label={`Reintentar ${titleOf(row)}`}
      onClick={() => router.post(urlFor('exports.retry', { id: row.id }))}
    >
      Reintentar
    </Button>
  )
}

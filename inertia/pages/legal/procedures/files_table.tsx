import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Instant } from '~/kit/day'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { removeFile } from './confirmations'
import { FilesDialog } from './files_dialog'
import type { ProcedureFile, ProcedurePage } from './procedure_types'

/** The files of a procedure, each version of its own. */
export function FilesTable({ page }: { page: ProcedurePage }) {
  const { procedure, files, actions } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [replaced, setReplaced] = useState<ProcedureFile | null>(null)
  const mayAdd = actions.includes('add')
  const columns: PlainColumn<ProcedureFile>[] = [
    {
      key: 'name',
      header: 'Archivo',
      cell: (file) => (
        <Anchor
          href={urlFor('legal_procedure.files.show', { id: procedure.id, file: file.id })}
          size="sm"
          download
        >
          {file.name}
        </Anchor>
      ),
    },
    { key: 'kind', header: 'Tipo', cell: (file) => file.kind },
    { key: 'phase', header: 'Fase', cell: (file) => file.phase ?? '–' },
    {
      key: 'version',
      header: 'Versión',
      cell: (file) => (file.is_replaced ? `${file.version} (sustituida)` : file.version),
    },
    {
      key: 'access',
      header: 'Acceso',
      cell: (file) => (file.confidential ? <StatusBadge tone="amber" label="Reservado" /> : 'Normal'),
    },
    {
      key: 'uploaded',
      header: 'Subido',
      cell: (file) => (
        <>
          <Instant value={file.at} />
          <p className={styles.quiet}>{file.who ?? '–'}</p>
        </>
      ),
    },
    {
      key: 'acts',
      header: 'Acciones',
      cell: (file) => (
        <div className={styles.buttons}>
          {mayAdd && file.actions.includes('version') ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Nueva versión de ${file.name}`}
              onClick={() => setReplaced(file)}
            >
              Nueva versión
            </Button>
          ) : null}
          {mayAdd && file.actions.includes('delete') ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Eliminar ${file.name}`}
              onClick={() => setConfirmation(removeFile(procedure.id, file))}
            >
              Eliminar
            </Button>
          ) : null}
        </div>
      ),
    },
  ]
  return (
    <div className={styles.stack}>
      <PlainTable
        label="Archivos"
        rows={files}
        columns={columns}
        keyOf={(file) => file.id}
        empty="No hay archivos."
        phone="cards"
      />
      {mayAdd ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Adjuntar archivos
          </Button>
        </div>
      ) : null}
      {isAdding ? <FilesDialog page={page} replaced={null} onClose={() => setIsAdding(false)} /> : null}
      {replaced ? (
        <FilesDialog key={replaced.id} page={page} replaced={replaced} onClose={() => setReplaced(null)} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

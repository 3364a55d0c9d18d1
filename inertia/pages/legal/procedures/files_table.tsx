import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { FileTable } from '~/kit/table/file_table'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { FilesDialog } from './files_dialog'
import type { ProcedureFile, ProcedurePage } from './procedure_types'

const columns: PlainColumn<ProcedureFile>[] = [
  { key: 'kind', header: 'Tipo', cell: (file) => file.kind },
  { key: 'phase', header: 'Fase', cell: (file) => file.phase ?? '–' },
  {
    key: 'version',
    header: 'Versión',
    cell: (file) => (file.isReplaced ? `${file.version} (sustituida)` : file.version),
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
]

/** The files of a procedure, each version of its own. */
export function FilesTable({ page }: { page: ProcedurePage }) {
  const { procedure, files, actions } = page
  const [isAdding, setIsAdding] = useState(false)
  const [replaced, setReplaced] = useState<ProcedureFile | null>(null)
  const canAdd = actions.includes('add')
  const keysOf = (file: ProcedureFile) => ({ id: procedure.id, file: file.id })
  const can = (file: ProcedureFile, action: string) => canAdd && file.actions.includes(action)
  return (
    <div className={styles.stack}>
      <FileTable
        files={files}
        columns={columns}
        hrefOf={(file) => urlFor('legal_procedure.files.show', keysOf(file))}
        removeUrlOf={(file) =>
          can(file, 'delete') ? urlFor('legal_procedure.files.destroy', keysOf(file)) : null
        }
        actsOf={(file) =>
          can(file, 'version') ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Nueva versión de ${file.name}`}
              onClick={() => setReplaced(file)}
            >
              Nueva versión
            </Button>
          ) : null
        }
      />
      {canAdd ? (
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
    </div>
  )
}

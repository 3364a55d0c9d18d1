import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { FileTable } from '~/kit/table/file_table'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import { FilesDialog } from './files_dialog'
import type { LoanPage } from './loan_types'

type LoanFile = LoanPage['files'][number]

const columns: PlainColumn<LoanFile>[] = [
  { key: 'kind', header: 'Tipo', cell: (file) => file.kind },
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

/** The contract and the other papers of a loan. */
export function FilesPart({ page }: { page: LoanPage }) {
  const { loan, files, actions } = page
  const [isAdding, setIsAdding] = useState(false)
  const keysOf = (file: LoanFile) => ({ id: loan.id, file: file.id })
  return (
    <div className={styles.stack}>
      <FileTable
        files={files}
        noun="documento"
        columns={columns}
        hrefOf={(file) => urlFor('loans.files.show', keysOf(file))}
        removeUrlOf={(file) => (file.canRemove ? urlFor('loans.files.destroy', keysOf(file)) : null)}
      />
      {actions.includes('attach') ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Adjuntar documentos
          </Button>
        </div>
      ) : null}
      {isAdding ? <FilesDialog page={page} onClose={() => setIsAdding(false)} /> : null}
    </div>
  )
}

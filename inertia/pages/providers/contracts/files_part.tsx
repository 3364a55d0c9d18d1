import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { FileDialog } from '~/kit/dialog/file_dialog'
import { FileTable } from '~/kit/table/file_table'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { ContractFile, ContractHead } from './contract_page'
import type { Choice } from './contract_row'
import styles from './contracts.module.css'
import { accepted, formatsText } from './file_formats'

type Props = { contract: ContractHead; files: ContractFile[]; kinds: Choice[] }

const columns: PlainColumn<ContractFile>[] = [
  { key: 'kind', header: 'Tipo', cell: (file) => file.kind },
  {
    key: 'sha256',
    header: 'SHA-256',
    cell: (file) => <code title={file.sha256}>{file.sha256.slice(0, 12)}…</code>,
  },
  { key: 'who', header: 'Subido por', cell: (file) => file.who ?? '–' },
  { key: 'at', header: 'Fecha', cell: (file) => <Instant value={file.at} /> },
]

/** The papers of a contract; the signed one stays once it is more than a draft. */
export function FilesPart({ contract, files, kinds }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const keysOf = (file: ContractFile) => ({ id: contract.id, file: file.id })
  return (
    <div className={styles.stack}>
      <FileTable
        files={files}
        columns={columns}
        hrefOf={(file) => urlFor('provider-contracts.files.show', keysOf(file))}
        removeUrlOf={(file) =>
          file.isSigned && contract.state !== 'draft'
            ? null
            : urlFor('provider-contracts.files.destroy', keysOf(file))
        }
      />
      <div>
        <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
          Adjuntar archivo
        </Button>
      </div>
      {isAdding ? (
        <FileDialog
          title="Adjuntar archivo"
          submitLabel="Adjuntar"
          url={urlFor('provider-contracts.files.store', { id: contract.id })}
          kinds={kinds}
          kind={files.some((file) => file.isSigned) ? 'annex' : 'signed'}
          accept={accepted}
          formatsText={formatsText}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </div>
  )
}

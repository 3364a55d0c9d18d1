import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Instant } from '~/kit/day'
import { FileDialog } from '~/kit/file_dialog'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { urlFor } from '~/urls'
import type { ContractFile, ContractHead } from './contract_page'
import type { Choice } from './contract_row'
import styles from './contracts.module.css'
import { accepted, formatsText } from './file_formats'

type Props = { contract: ContractHead; files: ContractFile[]; kinds: Choice[] }

/** The papers of a contract. */
export function FilesPart({ contract, files, kinds }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const columns: PlainColumn<ContractFile>[] = [
    {
      key: 'name',
      header: 'Archivo',
      cell: (file) => (
        <Anchor
          href={urlFor('provider-contracts.files.show', { id: contract.id, file: file.id })}
          size="sm"
          download
        >
          {file.name}
        </Anchor>
      ),
    },
    { key: 'kind', header: 'Tipo', cell: (file) => file.kind },
    {
      key: 'sha256',
      header: 'SHA-256',
      cell: (file) => <code title={file.sha256}>{file.sha256.slice(0, 12)}…</code>,
    },
    { key: 'who', header: 'Subido por', cell: (file) => file.who ?? '–' },
    { key: 'at', header: 'Fecha', cell: (file) => <Instant value={file.at} /> },
    {
      key: 'actions',
      header: '',
      cell: (file) =>
        file.is_signed && contract.state !== 'draft' ? null : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Eliminar ${file.name}`}
            onClick={() => setConfirmation(removal(contract, file))}
          >
            Eliminar
          </Button>
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
          kind={files.some((file) => file.is_signed) ? 'annex' : 'signed'}
          accept={accepted}
          formatsText={formatsText}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

const removal = (contract: ContractHead, file: ContractFile): Confirmation => ({
  title: 'Eliminar el archivo',
  question: `«${file.name}» se borrará de forma definitiva.`,
  submitLabel: 'Eliminar el archivo',
  isDangerous: true,
  url: urlFor('provider-contracts.files.destroy', { id: contract.id, file: file.id }),
  method: 'delete',
})

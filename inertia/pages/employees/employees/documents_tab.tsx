import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { FileTable } from '~/kit/table/file_table'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { DocumentDialog } from './document_dialog'
import type { Document, EmployeePage } from './employee_page'
import styles from './employees.module.css'

const columns: PlainColumn<Document>[] = [
  { key: 'kind', header: 'Tipo', cell: (document) => document.kind },
  { key: 'size', header: 'Tamaño', numeric: true, cell: (document) => sizeText(document.sizeBytes) },
  { key: 'who', header: 'Subido por', cell: (document) => document.who ?? '–' },
  { key: 'at', header: 'Fecha', cell: (document) => <Instant value={document.at} /> },
]

/** The papers of an employee. */
export function DocumentsTab({ page }: { page: EmployeePage }) {
  const { employee, documents, options } = page
  const [isAdding, setIsAdding] = useState(false)
  const keysOf = (document: Document) => ({ id: employee.id, document: document.id })
  return (
    <Section
      title="Documentos"
      actions={
        employee.isAnonymised ? null : (
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Subir documento
          </Button>
        )
      }
    >
      <p className={styles.small}>Cada descarga queda registrada en el historial.</p>
      <FileTable
        noun="documento"
        files={documents}
        columns={columns}
        hrefOf={(document) => urlFor('employees.documents.show', keysOf(document))}
        removeUrlOf={(document) => urlFor('employees.documents.destroy', keysOf(document))}
      />
      {isAdding ? (
        <DocumentDialog
          employeeId={employee.id}
          kinds={options.documentKinds}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </Section>
  )
}

const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })
const sizeText = (bytes: number) =>
  bytes < 100_000 ? `${number.format(bytes / 1024)} KB` : `${number.format(bytes / 1024 / 1024)} MB`

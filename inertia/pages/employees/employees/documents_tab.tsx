import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Instant } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { urlFor } from '~/urls'
import { DocumentDialog } from './document_dialog'
import type { Document, EmployeeHead, EmployeePage } from './employee_page'
import styles from './employees.module.css'

/** The papers of an employee. */
export function DocumentsTab({ page }: { page: EmployeePage }) {
  const { employee, documents, options } = page
  const [isAdding, setIsAdding] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const columns: PlainColumn<Document>[] = [
    {
      key: 'name',
      header: 'Documento',
      cell: (document) => (
        <Anchor href={urlFor('employees.documents.show', keysOf(employee, document))} size="sm" download>
          {document.name}
        </Anchor>
      ),
    },
    { key: 'kind', header: 'Tipo', cell: (document) => document.kind },
    { key: 'size', header: 'Tamaño', numeric: true, cell: (document) => sizeText(document.size_bytes) },
    { key: 'who', header: 'Subido por', cell: (document) => document.who ?? '–' },
    { key: 'at', header: 'Fecha', cell: (document) => <Instant value={document.at} /> },
    {
      key: 'actions',
      header: '',
      cell: (document) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Eliminar ${document.name}`}
          onClick={() => setConfirmation(removeDocument(employee, document))}
        >
          Eliminar
        </Button>
      ),
    },
  ]
  return (
    <Section
      title="Documentos"
      actions={
        employee.is_anonymised ? null : (
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Subir documento
          </Button>
        )
      }
    >
      <p className={styles.small}>Cada descarga queda registrada en el historial.</p>
      <PlainTable
        label="Documentos"
        phone="cards"
        rows={documents}
        columns={columns}
        keyOf={(document) => document.id}
        empty="No hay documentos."
      />
      {isAdding ? (
        <DocumentDialog
          employeeId={employee.id}
          kinds={options.document_kinds}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

const keysOf = (employee: EmployeeHead, document: Document) => ({ id: employee.id, document: document.id })

const removeDocument = (employee: EmployeeHead, document: Document): Confirmation => ({
  title: 'Eliminar el documento',
  question: `«${document.name}» se borrará de forma definitiva.`,
  submitLabel: 'Eliminar el documento',
  isDangerous: true,
  url: urlFor('employees.documents.destroy', keysOf(employee, document)),
  method: 'delete',
})

const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })
const sizeText = (bytes: number) =>
  bytes < 100_000 ? `${number.format(bytes / 1024)} KB` : `${number.format(bytes / 1024 / 1024)} MB`

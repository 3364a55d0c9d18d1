import { IconPaperclip } from '@tabler/icons-react'
import { Section } from '~/kit/detail/detail_page'
import { urlFor } from '~/urls'
import styles from '../parts.module.css'
import type { ReviewPage } from '../review/review_types'

/** What came with the invoice beside its document. */
export function FilesPanel({ page: { invoice, files } }: { page: ReviewPage }) {
  const attached = files.filter((file) => file.kind === 'attachment')
  if (attached.length === 0) return null
  return (
    <Section title="Documentos adjuntos">
      <ul className={styles.files}>
        {attached.map((file) => (
          <li key={file.id}>
            <IconPaperclip size={16} aria-hidden="true" />
            <a href={urlFor('invoices.files.show', { id: invoice.id, file: file.id })}>{file.name}</a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

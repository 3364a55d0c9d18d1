import { Button, Loader } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { Suspense, use, useState } from 'react'
import { showToast } from '~/layouts/flash_toasts'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import { MarkdownText } from './markdown_text'
import styles from './text.module.css'

type Props = { invoiceId: number; reference: string }

/** The text of the document as it was read, asked for when it is first looked at. */
export function MarkdownPanel({ invoiceId, reference }: Props) {
  const [markdown] = useState(() => loadMarkdown(invoiceId))
  return (
    <Suspense fallback={<Loader size="sm" aria-label="Cargando el texto" />}>
      <LoadedMarkdown markdown={markdown} reference={reference} />
    </Suspense>
  )
}

function LoadedMarkdown({ markdown, reference }: { markdown: Promise<string | null>; reference: string }) {
  const text = use(markdown)
  if (text === null) return <p role="alert">No se ha podido cargar el texto. Vuelva a abrir esta pestaña.</p>
  if (text === '') return <p className={styles.quiet}>Todavía no hay texto leído de este documento.</p>

  async function copy(read: string) {
    await navigator.clipboard.writeText(read)
    showToast('success', 'Texto copiado.')
  }

  return (
    <>
      <div className={styles.tools}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copy(text)}
        >
          Copiar
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${reference}.md`}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          Descargar .md
        </Button>
      </div>
      <MarkdownText markdown={text} />
    </>
  )
}

/** The text, or null when the server did not give it. */
async function loadMarkdown(invoiceId: number): Promise<string | null> {
  try {
    const response = await callServer('GET', urlFor('invoices.markdown', { id: invoiceId }))
    const { data } = (await response.json()) as { data: { markdown: string } }
    return data.markdown
  } catch (error) {
    console.error(error)
    return null
  }
}

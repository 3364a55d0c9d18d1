import { Head } from '@inertiajs/react'
import { Box } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction } from '~/kit/confirm_action'
import { Section } from '~/kit/detail_page'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import { ImportPreview, type LegacyPreview } from './import_preview'
import { type LegacyImport, PastImports } from './past_imports'
import { UploadForm } from './upload_form'

type Props = { preview: LegacyPreview | null; imports: LegacyImport[]; can_undo: boolean }

export default function PaymentImportsCreate({ preview, imports, can_undo: canUndo }: Props) {
  const [undoing, setUndoing] = useState<LegacyImport | null>(null)
  if (!preview)
    return (
      <>
        <UploadForm />
        <Box mt="xl">
          <Section title="Importaciones">
            <PastImports imports={imports} onUndo={canUndo ? setUndoing : null} />
          </Section>
        </Box>
        <ConfirmAction
          confirmation={
            undoing
              ? {
                  title: 'Deshacer la importación',
                  question: `Se retirarán del histórico los ${undoing.imported} pagos de «${undoing.file}».`,
                  submitLabel: 'Deshacer la importación',
                  isDangerous: true,
                  url: urlFor('historypay.imports.destroy', { batch: undoing.id }),
                  method: 'delete',
                }
              : null
          }
          onClose={() => setUndoing(null)}
        />
      </>
    )
  return (
    <>
      <Head title="Importar histórico" />
      <PageHead
        title="Importar histórico"
        subtitle={preview.name}
        back={urlFor('historypay.imports.create')}
      />
      <ImportPreview preview={preview} />
    </>
  )
}

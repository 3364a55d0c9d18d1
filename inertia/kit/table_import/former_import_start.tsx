import { Box } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import type { PlainColumn } from '~/kit/table/plain_table'
import { type PastImport, PastImports } from '~/kit/table_import/former_past_imports'
import { UploadForm, type UploadFormProps } from '~/kit/table_import/upload_form'

type Undo = Pick<Confirmation, 'title' | 'question' | 'url'>

type Props<Item> = UploadFormProps & {
  imports: Item[]
  importsTitle?: string
  countHeader: string
  further?: PlainColumn<Item>[]
  /** What taking an import back means, and where it is asked. */
  undo: (item: Item) => Undo
}

/** The page before a file is chosen: where it goes in, what was imported before and the way back. */
export function ImportStart<Item extends PastImport>({
  imports,
  importsTitle = 'Importaciones',
  countHeader,
  further,
  undo,
  ...upload
}: Props<Item>) {
  const [undoing, setUndoing] = useState<Item | null>(null)
  return (
    <>
      <UploadForm {...upload} />
      <Box mt="xl">
        <Section title={importsTitle}>
          <PastImports
            imports={imports}
            countHeader={countHeader}
            onUndo={setUndoing}
            {...(further ? { further } : {})}
          />
        </Section>
      </Box>
      <ConfirmAction
        confirmation={undoing ? confirmationOf(undo(undoing)) : null}
        onClose={() => setUndoing(null)}
      />
    </>
  )
}

const confirmationOf = (undo: Undo): Confirmation => ({
  ...undo,
  submitLabel: undo.title,
  isDangerous: true,
  method: 'delete',
})

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { countText } from '~/kit/day'
import { Dialog } from '~/kit/dialog/dialog'
import { FileField } from '~/kit/fields/file_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import { type Kind, kindNames } from './profile_types'

type Props = { kind: Kind; onAdd: (words: string[]) => void; onClose: () => void }

const WORDS_MAX = 200

/** Many keywords at once: pasted, or from a text file; one a line, or separated by commas. */
export function PasteDialog({ kind, onAdd, onClose }: Props) {
  const [text, setText] = useState('')
  const words = [
    ...new Set(
      text
        .split(/[\n\r,;\t]+/)
        .map((word) => word.trim())
        .filter(Boolean)
    ),
  ].slice(0, WORDS_MAX)
  return (
    <Dialog opened onClose={onClose} title={`Añadir a «${kindNames[kind]}»`} size="lg">
      <TextAreaField
        label="Palabras y frases"
        help="Una por línea, o separadas por comas."
        name="pasted"
        value={text}
        onChange={setText}
      />
      <FileField
        label="O de un fichero de texto (.txt, .csv)"
        accept=".txt,.csv,text/plain,text/csv"
        name="pasted_file"
        value={null}
        onChange={async (file) => {
          if (file) setText(await file.text())
        }}
      />
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          disabled={words.length === 0}
          onClick={() => {
            onAdd(words)
            onClose()
          }}
        >
          Añadir {countText(words.length)}
        </Button>
      </Group>
    </Dialog>
  )
}

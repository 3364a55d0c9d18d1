import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { optionsOf } from '#app/kernel/text/labels'
import { SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { keyOf } from './keyword_key'
import { PasteDialog } from './paste_dialog'
import { type Keyword, type Kind, kindNames, type Mode, modeNames } from './profile_types'
import styles from './profiles.module.css'

type Keywords = { keywords: Keyword[]; onChange: (keywords: Keyword[]) => void }

/** A keyword typed, or many from a list, with what they do. */
export function KeywordAdder({ error, ...keywords }: Keywords & { error?: string }) {
  const { text, setText, kind, setKind, mode, setMode, problem, add, addTyped } = useNewKeyword(keywords)
  const [isPasting, setIsPasting] = useState(false)
  return (
    <>
      <div className={styles.adder}>
        {/* Enter adds the word; it must not send the form. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the field inside */}
        <div
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey) return
            event.preventDefault()
            addTyped()
          }}
        >
          <TextField
            label="Nueva palabra o frase"
            lengthMax={mode === 'regex' ? 200 : 120}
            name="keyword_text"
            value={text}
            onChange={setText}
            error={problem ?? error}
          />
        </div>
        <SelectField
          label="Qué hace"
          options={optionsOf(kindNames)}
          name="keyword_kind"
          value={kind}
          onChange={(value) => setKind((value as Kind | null) ?? 'include')}
        />
        <SelectField
          label="Modo"
          options={[{ value: '', label: 'Según el texto' }, ...optionsOf(modeNames)]}
          name="keyword_mode"
          value={mode ?? ''}
          onChange={(value) => setMode((value || null) as Mode | null)}
        />
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={addTyped}>
          Añadir
        </Button>
        <Button size="xs" variant="default" onClick={() => setIsPasting(true)}>
          Pegar o importar una lista
        </Button>
      </Group>
      {isPasting ? (
        <PasteDialog kind={kind} onAdd={(words) => add(words, kind)} onClose={() => setIsPasting(false)} />
      ) : null}
    </>
  )
}

/** What is typed of a new keyword, and adding it to those there are. */
function useNewKeyword({ keywords, onChange }: Keywords) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('include')
  const [mode, setMode] = useState<Mode | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** Those that are new; says so when all were there already. */
  function add(words: string[], as: Kind) {
    const known = new Set(keywords.map(keyOf))
    const fresh = words
      .map((word) => made(word, as, mode))
      .filter((word) => !known.has(keyOf(word)) && known.add(keyOf(word)))
    setProblem(fresh.length === 0 ? 'Esta palabra clave ya existe en el perfil.' : null)
    onChange([...keywords, ...fresh])
  }

  function addTyped() {
    const word = text.trim()
    if (word === '') {
      setProblem('La palabra clave no puede ser una palabra vacía.')
      return
    }
    add([word], kind)
    setText('')
  }

  return { text, setText, kind, setKind, mode, setMode, problem, add, addTyped }
}

const made = (text: string, kind: Kind, mode: Mode | null): Keyword => ({
  kind,
  mode: mode ?? (/\s/.test(text.trim()) ? 'phrase' : 'word'),
  text: text.trim(),
  weight: 50,
  field: null,
})

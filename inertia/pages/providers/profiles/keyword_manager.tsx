import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { optionsOf } from '#app/kernel/text/labels'
import { SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { KeywordChip } from './keyword_chip'
import { PasteDialog } from './paste_dialog'
import { type Keyword, type Kind, kindHelp, kindNames, type Mode, modeNames } from './profile_types'
import styles from './profiles.module.css'

type Props = {
  keywords: Keyword[]
  onChange: (keywords: Keyword[]) => void
  error?: string
  minScore: number
}

const kinds: Kind[] = ['include', 'require', 'exclude']
const keyOf = ({ kind, mode, text, field }: Keyword) =>
  [kind, mode, text.trim().toLocaleLowerCase('es'), field].join('|')

/** The keywords of a profile as chips, by what they do; a chip opens to its weight, mode and field. */
export function KeywordManager({ keywords, onChange, error, minScore }: Props) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('include')
  const [mode, setMode] = useState<Mode | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPasting, setIsPasting] = useState(false)
  const sum = keywords.reduce((total, one) => total + (one.kind === 'include' ? one.weight : 0), 0)

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

  return (
    <fieldset className={styles.keywords} data-field="keywords">
      <legend>Palabras clave</legend>
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
      {kinds.map((one) => (
        <KindPart key={one} kind={one} keywords={keywords} onChange={onChange} />
      ))}
      <p className={styles.quiet}>
        Los pesos suman <span className="num">{sum}</span>; el mínimo es{' '}
        <span className="num">{minScore}</span>.
      </p>
      {isPasting ? (
        <PasteDialog kind={kind} onAdd={(words) => add(words, kind)} onClose={() => setIsPasting(false)} />
      ) : null}
    </fieldset>
  )
}

type PartProps = Pick<Props, 'keywords' | 'onChange'> & { kind: Kind }

function KindPart({ kind, keywords, onChange }: PartProps) {
  const own = keywords.filter((keyword) => keyword.kind === kind)
  return (
    <section aria-label={kindNames[kind]}>
      <h3 className={styles.kind}>
        {kindNames[kind]} <span className={styles.quiet}>{kindHelp[kind]}</span>
      </h3>
      <div className={styles.chips}>
        {own.map((keyword) => (
          <KeywordChip
            key={keyOf(keyword)}
            keyword={keyword}
            onChange={(next) => onChange(keywords.map((one) => (one === keyword ? next : one)))}
            onRemove={() => onChange(keywords.filter((one) => one !== keyword))}
          />
        ))}
        {own.length === 0 ? <span className={styles.quiet}>Ninguna</span> : null}
      </div>
    </section>
  )
}

const made = (text: string, kind: Kind, mode: Mode | null): Keyword => ({
  kind,
  mode: mode ?? (/\s/.test(text.trim()) ? 'phrase' : 'word'),
  text: text.trim(),
  weight: 50,
  field: null,
})

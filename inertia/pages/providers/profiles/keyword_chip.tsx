import { Button, Popover, Slider } from '@mantine/core'
import { optionsOf } from '#app/kernel/text/labels'
import { SelectField } from '~/kit/fields/choice_fields'
import { type Field, fieldNames, type Keyword, type Mode, modeNames } from './profile_types'
import styles from './profiles.module.css'

type Props = { keyword: Keyword; onChange: (keyword: Keyword) => void; onRemove: () => void }

/** One keyword; opens to its weight, mode and field. */
export function KeywordChip({ keyword, onChange, onRemove }: Props) {
  const { text, kind, weight, mode, field } = keyword
  const name = `${text}: ${modeNames[mode].toLocaleLowerCase('es')}${kind === 'include' ? `, peso ${weight}` : ''}`
  return (
    <Popover withArrow trapFocus width={300}>
      <Popover.Target>
        <button type="button" className={styles.chip} data-kind={kind} title={name}>
          {mode === 'regex' ? <code>{text}</code> : text}
          {mode === 'word' || mode === 'phrase' ? null : (
            <span className={styles.quiet}> {modeNames[mode].split(' ')[0]?.toLocaleLowerCase('es')}</span>
          )}
          {kind === 'include' ? <span className="num"> {weight}</span> : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.stack}>
          {kind === 'include' ? (
            <div>
              <div className={styles.quiet}>Peso: {weight}</div>
              <Slider
                min={1}
                max={100}
                label={null}
                value={weight}
                thumbLabel={`Peso de ${text}`}
                onChange={(value) => onChange({ ...keyword, weight: value })}
              />
            </div>
          ) : null}
          <SelectField
            label="Modo"
            options={optionsOf(modeNames)}
            name="chip_mode"
            value={mode}
            onChange={(value) => onChange({ ...keyword, mode: (value as Mode | null) ?? mode })}
          />
          <SelectField
            label="Dónde se busca"
            options={[{ value: '', label: 'En los campos del perfil' }, ...optionsOf(fieldNames)]}
            name="chip_field"
            value={field ?? ''}
            onChange={(value) => onChange({ ...keyword, field: (value || null) as Field | null })}
          />
          <Button size="xs" variant="light" color="red" onClick={onRemove}>
            Quitar
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

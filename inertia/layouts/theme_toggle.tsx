import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'

/** Swaps the theme at once, keeps it in the browser and saves it; a failure to save is only recorded. */
export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isSaving, setIsSaving] = useState(false)
  const isDark = colorScheme === 'dark'
  const label = isDark ? 'Modo Claro' : 'Modo Oscuro'

  async function toggle() {
    setColorScheme(isDark ? 'light' : 'dark')
    setIsSaving(true)
    try {
      await callServer('POST', urlFor('user.theme'), {
        themePreference: isDark ? 'myLightTheme' : 'myDarkTheme',
      })
    } catch (error) {
      console.error(error)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        loading={isSaving}
        onClick={toggle}
      >
        {isDark ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  )
}

// naive-ui's theme, drawn from the palette so that both say the same colours.
import type { GlobalThemeOverrides } from 'naive-ui'
import type { Palette } from './tokens.ts'

export const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
export const monoFamily =
  'ui-monospace, "Cascadia Mono", Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace'

export const overridesOf = (palette: Palette): GlobalThemeOverrides => ({
  common: {
    fontFamily,
    fontFamilyMono: monoFamily,
    fontSize: '13px',
    fontSizeMedium: '13px',
    fontSizeSmall: '12.5px',
    fontSizeTiny: '12px',
    heightMedium: '32px',
    heightSmall: '27px',
    heightTiny: '23px',
    borderRadius: '4px',
    bodyColor: palette.paper,
    cardColor: palette.surface,
    modalColor: palette.surface,
    popoverColor: palette.surface,
    inputColor: palette.surface,
    textColorBase: palette.text,
    textColor1: palette.text,
    textColor2: palette.text,
    textColor3: palette.muted,
    placeholderColor: palette.muted,
    iconColor: palette.muted,
    borderColor: palette.edge,
    dividerColor: palette.line,
    primaryColor: palette.primary,
    primaryColorHover: palette.primaryHover,
    primaryColorPressed: palette.primaryPressed,
    primaryColorSuppl: palette.primaryHover,
    errorColor: palette.tones.bad.ink,
    errorColorHover: palette.tones.bad.ink,
    opacityDisabled: '0.65',
  },
  Button: {
    textColorPrimary: palette.onPrimary,
    textColorHoverPrimary: palette.onPrimary,
    textColorPressedPrimary: palette.onPrimary,
    textColorFocusPrimary: palette.onPrimary,
    textColorDisabledPrimary: palette.onPrimary,
    colorDisabledPrimary: palette.primaryPressed,
    paddingSmall: '0 10px',
    paddingMedium: '0 14px',
    waveOpacity: '0',
  },
  Input: {
    color: palette.surface,
    colorFocus: palette.surface,
    border: `1px solid ${palette.edge}`,
    borderDisabled: `1px solid ${palette.line}`,
    borderHover: `1px solid ${palette.primary}`,
    borderFocus: `1px solid ${palette.focus}`,
    boxShadowFocus: `0 0 0 2px ${palette.focus}55`,
    countTextColor: palette.muted,
  },
})

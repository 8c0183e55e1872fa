// The theme of naive-ui, made from the tokens, so that both agree.
import {
  buttonDark,
  commonDark,
  createTheme,
  drawerDark,
  type GlobalThemeOverrides,
  popoverDark,
} from 'naive-ui'
import { fontFamily, monoFamily, radius, type Palette } from './tokens.ts'

/** The parts whose dark look is more than other colours: the library's theme of all adds 13 kB. */
export const libraryDark = {
  ...createTheme('dark', [buttonDark, drawerDark, popoverDark]),
  common: commonDark,
}

/** Colours and sizes of parts that are made of no other. */
const partsOf = (palette: Palette): GlobalThemeOverrides => ({
  Alert: { padding: '10px 14px', titleFontWeight: '650', contentTextColor: palette.text },
  Breadcrumb: {
    separatorColor: palette.muted,
    itemTextColor: palette.primary,
    itemTextColorActive: palette.primary,
  },
  Checkbox: {
    textColor: palette.text,
    textColorDisabled: palette.muted,
    border: `1px solid ${palette.edge}`,
  },
  Descriptions: { thColor: palette.raised, thTextColor: palette.muted },
  Empty: { textColor: palette.muted },
  Radio: {
    textColor: palette.text,
    textColorDisabled: palette.muted,
    boxShadow: `inset 0 0 0 1px ${palette.edge}`,
    labelLineHeight: '20px',
  },
  Steps: {
    headerTextColorWait: palette.text,
    descriptionTextColorWait: palette.muted,
    indicatorTextColorWait: palette.text,
    descriptionTextColorFinish: palette.muted,
    headerTextColorFinish: palette.text,
  },
  Switch: { railColor: palette.edge, railColorActive: palette.primary },
  Table: { thColor: palette.raised, thTextColor: palette.muted, tdColor: 'transparent' },
  Timeline: { titleFontSizeMedium: '13px', titleFontWeight: '400' },
})

export const overridesOf = (palette: Palette): GlobalThemeOverrides => ({
  common: {
    fontFamily,
    fontFamilyMono: monoFamily,
    fontSize: '14px',
    fontSizeMedium: '14px',
    fontSizeSmall: '13px',
    fontSizeTiny: '12px',
    heightMedium: '32px',
    heightSmall: '28px',
    heightTiny: '24px',
    borderRadius: `${radius}px`,
    borderRadiusSmall: `${radius}px`,
    bodyColor: palette.paper,
    cardColor: palette.surface,
    modalColor: palette.surface,
    popoverColor: palette.surface,
    inputColor: palette.surface,
    hoverColor: palette.hover,
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
    infoColor: palette.tones.info.ink,
    successColor: palette.tones.good.ink,
    warningColor: palette.tones.warn.ink,
    errorColor: palette.tones.bad.ink,
    errorColorHover: palette.tones.bad.ink,
    boxShadow2: palette.shadow,
    opacityDisabled: '0.65',
  },
  ...partsOf(palette),
  Button: {
    textColorPrimary: palette.onPrimary,
    textColorHoverPrimary: palette.onPrimary,
    textColorPressedPrimary: palette.onPrimary,
    textColorFocusPrimary: palette.onPrimary,
    textColorDisabledPrimary: palette.onPrimary,
    colorDisabledPrimary: palette.primaryPressed,
    paddingSmall: '0 12px',
    paddingMedium: '0 16px',
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
    fontSizeMedium: '13px',
    paddingMedium: '8px',
  },
})

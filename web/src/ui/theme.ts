/** The antd tokens of the two themes, made from the palette. */
import { type ThemeConfig, theme } from 'antd';
import { fontFamily, palette, type ThemeName } from './palette';

// compactAlgorithm alone makes the base font 12 px, too small for Chinese all day. Keep its sizes, put 13 px back.
const dense: typeof theme.compactAlgorithm = (seed, map) => ({
  ...theme.compactAlgorithm(seed, map),
  fontSize: 13,
  fontSizeSM: 12,
  fontSizeLG: 14,
  fontSizeXL: 16,
  fontSizeHeading5: 14,
  fontSizeHeading4: 16,
  fontSizeHeading3: 18,
  fontSizeHeading2: 20,
  fontSizeHeading1: 24,
  lineHeight: 20 / 13,
  lineHeightSM: 18 / 12,
  lineHeightLG: 22 / 14,
  fontHeight: 20,
  fontHeightSM: 18,
  fontHeightLG: 22,
});

export function themeOf(name: ThemeName): ThemeConfig {
  const c = palette[name];
  const dark = name === 'black';
  return {
    hashed: false, // there is one antd: its styles need no mark to be told from another's
    algorithm: dark ? [theme.darkAlgorithm, dense] : [theme.defaultAlgorithm, dense],
    token: {
      fontFamily,
      fontWeightStrong: 600, // 500 is not used anywhere: YaHei has no medium weight
      colorPrimary: c.accent,
      colorInfo: c.accent,
      colorLink: c.accentInk,
      colorError: c.caution, // wrong input is ochre, so that red keeps its one meaning
      colorWarning: c.caution,
      colorSuccess: c.done,
      colorText: c.ink,
      colorTextSecondary: c.ink2,
      colorTextTertiary: c.ink3,
      colorTextDescription: c.ink3,
      colorTextPlaceholder: c.ink3,
      colorTextDisabled: '#75828D', // the default (25 %) cannot be read
      colorBorder: c.edge,
      colorBorderSecondary: c.hair,
      colorSplit: c.hair,
      colorBgLayout: c.ground,
      colorBgContainer: c.panel,
      colorBgElevated: dark ? '#1C262D' : '#FFFFFF',
      colorBgSpotlight: dark ? '#33414C' : '#24333F', // tooltips
      controlItemBgActive: c.accentSoft,
      controlItemBgHover: c.head,
      borderRadius: 3,
      borderRadiusSM: 2,
      borderRadiusLG: 4,
      controlHeight: 32, // compact takes 4 off: 28
      motion: false, // 200 ms a hundred times a day; progress and drag keep their own movement
      boxShadow: '0 4px 16px rgba(16,32,44,.16)',
      boxShadowSecondary: '0 4px 16px rgba(16,32,44,.16)',
      controlOutlineWidth: 2,
      controlOutline: dark ? 'rgba(109,182,220,.35)' : 'rgba(11,95,138,.22)',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        paddingInline: 12,
        paddingInlineSM: 8,
        fontWeight: 400,
        defaultBorderColor: dark ? '#46545F' : '#B3BEC7', // quieter than an input: the words already mark a button
      },
      Form: {
        itemMarginBottom: 10,
        labelColor: c.ink2,
        labelHeight: 28,
        verticalLabelPadding: '0 0 2px',
        labelRequiredMarkColor: c.caution,
      },
      Input: { paddingInline: 8 },
      InputNumber: { paddingInline: 8 },
      Select: {
        optionSelectedBg: c.accentSoft,
        optionSelectedFontWeight: 400,
        optionPadding: '4px 8px',
        optionHeight: 28,
      },
      Segmented: { itemSelectedColor: c.accentInk, trackBg: c.head, trackPadding: 2 },
      Tabs: {
        horizontalItemPadding: '7px 0',
        horizontalItemGutter: 20,
        horizontalMargin: '0',
        titleFontSize: 13,
        itemSelectedColor: c.accentInk,
        itemHoverColor: c.accentInk,
        inkBarColor: c.accentInk,
      },
      Tag: { defaultBg: c.head, defaultColor: c.ink2 },
      Pagination: { itemSize: 26, itemActiveColor: c.accentInk, itemActiveColorHover: c.accentInk },
      Modal: { titleFontSize: 14 },
      Tooltip: { fontSize: 12 },
      Alert: { defaultPadding: '6px 10px' },
    },
  };
}

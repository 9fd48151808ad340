/** Built-in date formats of Chinese Excel (ECMA-376, section 18.8.30). */
const [month, day, date] = ['yyyy"年"m"月"', 'm"月"d"日"', 'yyyy"年"m"月"d"日"']
const [minute, second] = ['h"时"mm"分"', 'h"时"mm"分"ss"秒"']
export const chineseFormats: Record<number, string> = {
  ...{ 27: month, 28: day, 29: day, 30: 'm-d-yy', 31: date, 32: minute, 33: second, 34: minute, 35: second },
  ...{
    36: month,
    50: month,
    51: day,
    52: month,
    53: day,
    54: day,
    55: minute,
    56: second,
    57: month,
    58: day,
  },
}

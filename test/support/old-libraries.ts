/** What old libraries replace in a page, in the words of these tests, by library. Each is a classic script. */
export const OLD_LIBRARIES: Readonly<Record<string, string>> = {
  'Prototype.js': `
    var extend = function (target, members) {
      for (var name in members) target[name] = members[name]; // enumerable
      return target;
    };
    extend(String.prototype, {
      toArray: function () { return this.split(''); },
      strip: function () { return this.trim(); },
      sub: function (pattern, text) { return this.replace(pattern, text); },
      times: function (count) { return this.repeat(count); },
    });
    Array.from = function (list) {
      if (!list) return [];
      return 'toArray' in Object(list) ? list.toArray() : [].slice.call(list);
    };
    var collect = function (list, act) {
      var results = [];
      for (var i = 0; i < list.length; i++) act(list[i], i, results);
      return results;
    };
    var select = function (accept, context) {
      return collect(this, function (value, i, results) { if (accept.call(context, value, i)) results.push(value); });
    };
    var toArray = function () { return this.slice(0); };
    var nativeReverse = Array.prototype.reverse;
    extend(Array.prototype, {
      map: function (change, context) {
        return collect(this, function (value, i, results) { results.push(change ? change.call(context, value, i) : value); });
      },
      filter: select,
      select: select,
      find: function (accept, context) { return select.call(this, accept, context)[0]; },
      some: function (accept, context) { return select.call(this, accept, context).length > 0; },
      every: function (accept, context) { return select.call(this, accept, context).length === this.length; },
      toArray: toArray,
      clone: toArray,
      size: function () { return this.length; },
      include: function (value) { return this.indexOf(value) !== -1; },
      reverse: function (inline) { return nativeReverse.call(inline === false ? this.slice(0) : this); },
    });
    delete Array.prototype.entries;
    // Until 1.6:
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.toJSON = function () { return '[' + this.map(function (value) { return JSON.stringify(value); }).join(', ') + ']'; };
    extend(Object, {
      extend: extend,
      values: function (object) { var list = []; for (var name in object) list.push(object[name]); return list; },
      clone: function (object) { return extend({}, object); },
    });
    extend(Element.prototype, {
      remove: function () { this.parentNode.removeChild(this); return this; },
      update: function (content) { this.innerHTML = content; return this; },
      replace: function (content) { this.outerHTML = content; return this; },
      select: function (selector) { return this.querySelectorAll(selector); },
      match: function (selector) { return this.matches(selector); },
      scrollTo: function () { window.scrollTo(0, this.offsetTop); return this; },
      toggle: function () { this.style.display = this.style.display ? '' : 'none'; return this; },
      show: function () { this.style.display = ''; return this; },
      hide: function () { this.style.display = 'none'; return this; },
      store: function () { return this; },
      wrap: function () { return this; },
    });
    RegExp.prototype.match = RegExp.prototype.test;
    window.Hash = window.Template = window.Form = window.Field = window.Ajax = function () {};
  `,
  MooTools: `
    var toType = function (value) { return [value]; };
    Array.from = function (item) {
      if (item === null || item === undefined) return [];
      if (Array.isArray(item)) return item;
      return typeof item.length === 'number' && typeof item === 'object' ? [].slice.call(item) : [item];
    };
    String.from = function (value) { return value + ''; };
    Number.from = parseFloat;
    Function.from = function (value) { return function () { return value; }; };
    Array.prototype.each = Array.prototype.forEach;
    Array.prototype.contains = Array.prototype.includes;
    Array.prototype.clean = Array.prototype.empty = Array.prototype.flatten = function () { return this; };
    String.prototype.contains = String.prototype.includes;
    String.prototype.clean = String.prototype.trim;
    Number.prototype.limit = Number.prototype.round = function () { return +this; };
    Function.prototype.extend = Function.prototype.implement = function () { return this; };
    Object.keys = function (object) {
      var keys = [];
      for (var name in object) if (Object.prototype.hasOwnProperty.call(object, name)) keys.push(name);
      return keys;
    };
    Object.values = function (object) { return Object.keys(object).map(function (name) { return object[name]; }); };
    Object.each = Object.append = Object.clone = Object.merge = toType;
    var NativeElement = Element;
    window.Element = function (tag) { return document.createElement(tag); };
    window.Element.prototype = NativeElement.prototype;
    window.Event = function (event) { this.event = event; };
    ['get', 'set', 'match', 'empty', 'grab', 'adopt', 'inject', 'destroy', 'dispose', 'store', 'retrieve'].forEach(function (name) {
      NativeElement.prototype[name] = function () { return this; };
    });
    window.Request = window.Class = window.Type = window.Cookie = window.Events = window.Options = window.Browser = function () {};
    window.$ = function (id) { return document.getElementById(id); };
  `,
  'a date library': `
    var parse = Date.parse;
    Date.parse = function (text) { var time = parse(text); return isNaN(time) ? null : new Date(time); };
    var print = Date.prototype.toString;
    Date.prototype.toString = function (format) { return format ? format : print.call(this); };
    Date.prototype.add = Date.prototype.set = Date.prototype.clone = function () { return new Date(+this); };
    Date.prototype.toISOString = function () { return JSON.stringify(print.call(this)); };
    Date.today = function () { return new Date(new Date().setHours(0, 0, 0, 0)); };
    Number.prototype.days = Number.prototype.fromNow = function () { return Date.today(); };
  `,
};
